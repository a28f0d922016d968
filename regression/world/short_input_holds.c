// gotcha: verify --stdin 3 --property bounds
// verdict: true
#include <stdio.h>

/* Room for all that the user says there is. */
int main(void) {
  char all[3];
  int n = 0, c;
  while ((c = getchar()) != EOF)
    all[n++] = (char)c; //~ HOLDS
  return n;
}
