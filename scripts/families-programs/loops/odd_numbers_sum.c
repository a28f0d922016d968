// asks: unreach-call
#include "../families.h"
int main(void) {
  unsigned long sum = 0, odd = 1, i;
  for (i = 0; i < 30000000; i++) {
    sum += odd;
    odd += 2;
  }
  __VERIFIER_assert(sum == HOLDS(i * i, i * i + 1));
  return 0;
}
