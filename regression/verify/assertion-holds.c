// gotcha: verify --property assertions
// verdict: true
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned a = (unsigned)x / 2;
  assert(a <= 0x7fffffffu); //~ HOLDS
  return 0;
}
