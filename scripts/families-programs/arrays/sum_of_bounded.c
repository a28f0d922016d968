// asks: unreach-call
#include "../families.h"
unsigned char samples[2000];
int main(void) {
  int i, sum = 0;
  for (i = 0; i < 2000; i++) {
    unsigned char s = __VERIFIER_nondet_char();
    samples[i] = s > 100 ? HOLDS(100, 101) : s;
  }
  for (i = 0; i < 2000; i++)
    sum += samples[i];
  __VERIFIER_assert(sum >= 0 && sum <= 200000);
  return 0;
}
