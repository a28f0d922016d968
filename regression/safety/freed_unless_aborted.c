// gotcha: verify --property valid-memcleanup
// verdict: false(valid-memcleanup)
// A program that aborts has ended, too.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *text = malloc(10);
  if (__VERIFIER_nondet_int())
    abort(); //~ VIOLATED
  free(text);
  return 0; //~ HOLDS
}
