// gotcha: cover --criterion assertion
// verdict: complete
// goals: 2 covered: 1 unreachable: 1 undecided: 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 7)
    assert(x > 100); //~ covered
  if (x > 7 && x <= 100)
    assert(0); //~ unreachable
  return 0;
}
