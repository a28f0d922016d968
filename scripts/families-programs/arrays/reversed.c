// asks: unreach-call
#include "../families.h"
#define N 3000
int from[N], to[N];
int main(void) {
  int i;
  for (i = 0; i < N; i++)
    from[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++)
    to[N - 1 - i] = from[i];
  for (i = 0; i < N; i++)
    __VERIFIER_assert(to[i] == from[HOLDS(N - 1 - i, N - 1 - i / 2 * 2)]);
  return 0;
}
