// gotcha: verify --property assertions
// verdict: true
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += __VERIFIER_nondet_uchar();
  assert(sum >= 0); //~ HOLDS
  assert(sum <= 1275); //~ HOLDS
  return 0;
}
