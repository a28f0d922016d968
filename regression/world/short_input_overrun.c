// gotcha: verify --stdin 4 --property bounds
// verdict: false(bounds)
#include <stdio.h>

/* No room for the last byte of the longest input. */
int main(void) {
  char all[3];
  int n = 0, c;
  while ((c = getchar()) != EOF)
    all[n++] = (char)c; //~ VIOLATED
  return n;
}
