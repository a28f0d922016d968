// gotcha: verify --property bounds
// verdict: false(bounds)

int main(int argc, char **argv) {
  return argv[argc + 1] != 0; //~ one:VIOLATED
}
