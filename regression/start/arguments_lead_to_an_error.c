// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
#include <string.h>
void reach_error(void) {}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[2], "-x") == 0)
    reach_error(); //~ VIOLATED
  return 0;
}
