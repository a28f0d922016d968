// gotcha: verify --property assertions
// verdict: true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int mask = x >> 31;
  int a = (x + mask) ^ mask;
  int b = x < 0 ? -x : x;
  assert(a == b); //~ HOLDS
  assert(a >= 0 || a == -2147483647 - 1); //~ HOLDS
  return 0;
}
