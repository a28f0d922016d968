// asks: unreach-call
#include "../families.h"
#define N 1000
int a[N], old[N];
int main(void) {
  for (int i = 0; i < N; i++)
    old[i] = a[i] = __VERIFIER_nondet_int();
  for (int low = 0, high = N - 1; low < HOLDS(high, high - 2); low++, high--) {
    int t = a[low];
    a[low] = a[high];
    a[high] = t;
  }
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == old[N - 1 - i]);
  return 0;
}
