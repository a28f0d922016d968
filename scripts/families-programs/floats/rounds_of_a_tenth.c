// asks: unreach-call
#include "../families.h"
int main(void) {
  float t = 0;
  int n = 0;
  while (t < 100.0f) {
    t += 0.1f;
    n++;
  }
  __VERIFIER_assert(t >= 100.0f && t HOLDS(<, >) 100.2f);
  return 0;
}
