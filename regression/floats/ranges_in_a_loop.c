// gotcha: verify --property unreach-call
// solvers: embedded (others look at bits alone)
// verdict: true
// What a filter answers stays within bounds that each iteration keeps: products of doubles by their ranges.
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
    if (!(sum >= -300.0 && sum <= 300.0))
      reach_error(); //~ HOLDS
  }
  return 0;
}
