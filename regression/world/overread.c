// gotcha: verify --property bounds
// verdict: false(bounds)

/* An argument may be shorter. */
int main(int argc, char **argv) {
  if (argc > 1)
    return argv[1][2]; //~ one:VIOLATED
  return 0;
}
