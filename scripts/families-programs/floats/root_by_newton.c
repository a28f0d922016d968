// asks: unreach-call
#include "../families.h"
int main(void) {
  float a = __VERIFIER_nondet_float();
  assume(a >= 1.0f && a <= 4.0f);
  float x = a;
  for (int i = 0; i < 20; i++) {
    x = 0.5f * (x + a / x);
    __VERIFIER_assert(x >= HOLDS(0.9f, 1.1f) && x <= 4.1f);
  }
  return 0;
}
