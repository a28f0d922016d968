// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: incomplete
// Graphs alone: nothing is excluded behind what is not supported.
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static int mode;
int main(void) {
  int in = __VERIFIER_nondet_int();
  mode = in > 0 ? 1 : 2;
  if (mode == 2) fork(); //~ true:covered false:covered
  if (mode == 3) return 1; //~ true:undecided false:covered
  return 0;
}
