// asks: unreach-call
#include "../families.h"
#define N 4000
int from[N], to[N];
int main(void) {
  for (int i = 0; i < N; i++)
    from[i] = __VERIFIER_nondet_int();
  for (int i = HOLDS(0, 1); i < N; i++)
    to[i] = from[i];
  for (int i = 0; i < N; i++)
    __VERIFIER_assert(to[i] == from[i]);
  return 0;
}
