// gotcha: verify --property unreach-call
// verdict: unknown(unsupported: what depends on the command line (arguments_lead_to_an_error.c:6)
#include <string.h>
void reach_error(void) {}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[2], "-x") == 0)
    reach_error(); //~ UNKNOWN
  return 0;
}
