// asks: unreach-call
#include "../families.h"
int main(void) {
  float angle = 0.0f;
  while (1) {
    float turn = __VERIFIER_nondet_float();
    if (!(turn > -0.5f && turn < 0.5f))
      turn = 0.0f;
    angle += turn;
    if (angle > 3.1415927f)
      angle -= 6.2831853f;
    if (angle HOLDS(<, >) -3.1415927f && HOLDS(1, angle < 0.0f && turn < -0.499f))
      angle += HOLDS(6.2831853f, -4.0f);
    __VERIFIER_assert(angle >= -3.7f && angle <= 3.7f);
  }
}
