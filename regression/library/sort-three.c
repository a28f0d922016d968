// gotcha: verify
// verdict: true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  int first = a[0];
  qsort(a, 3, sizeof *a, compare);
  if (!(a[0] <= a[1] && a[1] <= a[2]))
    __assert_fail("sorted", __FILE__, __LINE__, "main"); //~ HOLDS
  if (first != a[0] && first != a[1] && first != a[2])
    __assert_fail("a permutation", __FILE__, __LINE__, "main"); //~ HOLDS
  return 0;
}
