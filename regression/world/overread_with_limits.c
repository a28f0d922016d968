// gotcha: verify --property bounds --args 1,8
// verdict: false(
int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  return argv[1][20]; //~ one:VIOLATED
}
