// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: complete
// Graphs alone: nothing comes behind the end of the program, whichever function it is in, nor behind an assumption that fails.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static void check(int ok) {
  if (!ok) abort(); //~ covered
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  check(n > 3);
  if (n == 2) return 1; //~ true:unreachable arg false:covered
  __VERIFIER_assume(n < 6);
  if (n == 6) return 2; //~ true:unreachable arg false:covered
  if (n == 5) exit(1); //~ covered
  if (n == 4) return 3; //~ true:covered false:unreachable arg
  return 0;
}
