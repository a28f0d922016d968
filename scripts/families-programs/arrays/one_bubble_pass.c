// asks: unreach-call
#include "../families.h"
#define N 1000
int a[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i + HOLDS(1, 2) < N; i++)
    if (a[i] > a[i + 1]) {
      int t = a[i];
      a[i] = a[i + 1];
      a[i + 1] = t;
    }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] <= a[N - 1]);
  return 0;
}
