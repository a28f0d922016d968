// asks: unreach-call
#include "../families.h"
int main(void) {
  float y = 0;
  while (__VERIFIER_nondet_int()) {
    float x = __VERIFIER_nondet_float();
    assume(x >= -1.0f && x <= 1.0f);
    y = 0.5f * y + x * HOLDS(0.5f, 0.75f);
    __VERIFIER_assert(y >= -1.01f && y <= 1.01f);
  }
  return 0;
}
