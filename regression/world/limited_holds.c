// gotcha: verify --args 2,6 --property bounds
// verdict: true
#include <string.h>

/* Room for all that the user says there is. */
int main(int argc, char **argv) {
  char both[13];
  if (argc != 3)
    return 1;
  strcpy(both, argv[1]); //~ HOLDS
  strcat(both, argv[2]); //~ HOLDS
  return both[0];
}
