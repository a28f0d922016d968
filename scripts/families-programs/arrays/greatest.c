// asks: unreach-call
#include "../families.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  assume(n > 0 && n < 10000);
  int *a = malloc(n * sizeof(int));
  assume(a != 0);
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  int greatest = a[0];
  for (int i = 1; i < HOLDS(n, n - 1); i++)
    if (a[i] > greatest)
      greatest = a[i];
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(a[i] <= greatest);
  free(a);
  return 0;
}
