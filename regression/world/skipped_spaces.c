// gotcha: verify --property uninitialised
// verdict: true
#include <stdio.h>

/* However much is skipped, what was read is written. */
int main(void) {
  int c = getchar(); //~ HOLDS
  while (c == ' ')
    c = getchar(); //~ HOLDS
  int number;
  if (scanf("%d", &number) != 1) //~ HOLDS
    return 1;
  return c + number; //~ HOLDS
}
