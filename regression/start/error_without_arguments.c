// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
void reach_error(void) {}

int main(int argc, char **argv) {
  if (argc == 1 && !argv[1])
    reach_error(); //~ VIOLATED
  return 0;
}
