// asks: unreach-call
#include "../families.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  assume(n > 1 && n < 50000);
  int *a = calloc(n, sizeof(int));
  assume(a != 0);
  int negative = 0, positive = n - 1;
  while (negative <= positive) {
    int v = __VERIFIER_nondet_int();
    if (v < 0)
      a[negative++] = v;
    else
      a[positive--] = v;
  }
  for (int i = 0; i < negative; i++)
    __VERIFIER_assert(a[i] < 0);
  for (int i = negative; i < n; i++)
    __VERIFIER_assert(a[i] >= HOLDS(0, 1));
  return 0;
}
