// asks: unreach-call
#include "../families.h"
int a[20000];
int main(void) {
  int k = __VERIFIER_nondet_int();
  assume(k >= 0 && k <= 20000);
  for (int i = 0; i < k; i++)
    a[i] = i + 1;
  for (int i = 0; i < 20000; i++)
    if (i >= k)
      __VERIFIER_assert(a[i] == 0);
    else
      __VERIFIER_assert(a[i] > HOLDS(0, 1));
  return 0;
}
