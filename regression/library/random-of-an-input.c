// gotcha: cover
// verdict: complete
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

/* The seed is an input: a proof holds for all seeds, a test has one. */
int main(void) {
  srand(__VERIFIER_nondet_uint());
  int die = rand() % 6 + 1;
  if (die < 1 || die > 6) //~ true:unreachable false:covered
    return 1;
  return 0;
}
