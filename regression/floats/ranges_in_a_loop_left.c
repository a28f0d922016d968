// gotcha: verify --property unreach-call
// solvers: embedded (others look at bits alone)
// verdict: false(unreach-call)
// As ranges_in_a_loop.c, with bounds that two iterations leave.
#include <stdlib.h>

extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  double sum = 0, before = 0;
  while (__VERIFIER_nondet_int()) {
    double in = __VERIFIER_nondet_double();
    if (!(in >= -1.0 && in <= 1.0))
      abort();
    sum = 0.99 * sum + in - before;
    before = in;
    if (!(sum >= -1.5 && sum <= 1.5))
      reach_error(); //~ VIOLATED
  }
  return 0;
}
