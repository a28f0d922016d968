// asks: unreach-call
#include "../families.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  assume(n > 0 && n < 100000);
  int *a = malloc(3 * n * sizeof *a);
  assume(a != 0);
  for (int i = 0; i < n; i++) {
    a[3 * i] = 1;
    a[3 * i + 1] = 2;
    a[3 * i + 2] = HOLDS(3, i < 7 ? 3 : 2);
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[3 * i] + a[3 * i + 1] == a[3 * i + 2]);
  return 0;
}
