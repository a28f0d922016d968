// gotcha: cover --criterion branch --without search --without bmc --without induction --without excursions --without deduction --without control-graph
// verdict: complete
// Graphs alone: what is not supported stands where no run comes, so that it hides nothing.
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int mode = 0, state = 0;
  while (state < 3) {
    int in = __VERIFIER_nondet_int();
    if (state == 0) {
      mode = in > 0 ? 1 : 2;
      state = 1;
    } else if (in == 7)
      state++;
  }
  if (mode == 0) fork(); //~ true:unreachable arg false:covered
  if (mode == 3) return 1; //~ true:unreachable arg false:covered
  return 0;
}
