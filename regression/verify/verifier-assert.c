// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern void abort(void);
void reach_error(void) { abort(); }
#include <assert.h>

static void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: reach_error(); //~ VIOLATED
  }
}
int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  __VERIFIER_assert(a * b != 1001);
  return 0;
}
