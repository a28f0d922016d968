// gotcha: verify --args 2,6 --property bounds
// verdict: false(bounds)
#include <string.h>

/* No room for the end of the second string. */
int main(int argc, char **argv) {
  char both[12];
  if (argc != 3)
    return 1;
  strcpy(both, argv[1]); //~ HOLDS
  strcat(both, argv[2]);
  return both[0];
}
