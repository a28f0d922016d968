// gotcha: verify --property assertions
// verdict: unknown
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void fill(int *numbers);
extern int look(const int *numbers);

int main(void) {
  int *own = malloc(3 * sizeof *own), *other = malloc(sizeof *other);
  int n = __VERIFIER_nondet_int();
  own[2] = n;
  *other = n;
  look(own);
  if (own[2] != n)
    __assert_fail("nothing written to what is constant", __FILE__, __LINE__, "main"); //~ HOLDS
  fill(own + 1);
  if (*other != n)
    __assert_fail("nothing written to another object", __FILE__, __LINE__, "main"); //~ HOLDS
  if (own[0] == 7)
    __assert_fail("anything in the object", __FILE__, __LINE__, "main"); //~ UNKNOWN
  return 0;
}
