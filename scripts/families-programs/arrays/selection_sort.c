// asks: unreach-call
#include "../families.h"
#define N 60
int a[N];
int main(void) {
  int i, j;
  for (i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N - 1; i++) {
    int least = i;
    for (j = i + 1; j < HOLDS(N, N - 1); j++)
      if (a[j] < a[least])
        least = j;
    int t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
  for (i = 0; i + 1 < N; i++)
    __VERIFIER_assert(a[i] <= a[i + 1]);
  return 0;
}
