// asks: unreach-call
#include "../families.h"
#define N 100000
int a[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++)
    a[i] = 42;
  for (i = 0; i < HOLDS(N, N - 1); i++)
    a[i] = a[i] + 1;
  for (i = 0; i < N; i++)
    __VERIFIER_assert(a[i] == 43);
  return 0;
}
