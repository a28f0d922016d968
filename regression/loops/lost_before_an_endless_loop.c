// gotcha: verify --property valid-memtrack
// verdict: false(
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

/* What is lost before a loop that never ends is lost for good. */
int main(void) {
  int n = __VERIFIER_nondet_int(), *p = malloc(4);
  if (n > 5) {
    p = 0;
    while (n)
      ;
    abort();
  }
  free(p);
  return 0;
}
