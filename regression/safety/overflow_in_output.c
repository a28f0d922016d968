// gotcha: verify --property no-overflow,bounds
// verdict: false(no-overflow)
// Arguments of calls that have no effect on the program are computed all the same.
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static unsigned seeds[3];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    printf("%d\n", n - 1); //~ VIOLATED
  else if (n > 8)
    printf("%d\n", n - 1); //~ HOLDS
  else if (n > 2)
    srand(seeds[n]); //~ one:VIOLATED
  else
    srand(seeds[n]); //~ HOLDS
  return 0;
}
