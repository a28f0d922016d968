// asks: unreach-call
#include "../families.h"
#define N 1500
struct pair {
  int left, right;
};
struct pair pairs[N];
int flat[2 * N];
int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    pairs[i].left = __VERIFIER_nondet_int();
    pairs[i].right = pairs[i].left < 0 ? 0 : 1;
  }
  for (i = 0; i < N; i++) {
    flat[2 * i] = pairs[i].left;
    flat[2 * i + HOLDS(1, 0)] = pairs[i].right;
  }
  for (i = 0; i < N; i++)
    __VERIFIER_assert(flat[2 * i + 1] == (flat[2 * i] >= 0));
  return 0;
}
