// gotcha: verify --property assertions
// verdict: false(assertions)
// Lengths of arrays that are no constant expressions, but that gcc folds: members of records may have them.
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 1;
  struct a {
    char c[(int)sizeof(x) + 0 * n];
    char d[(n & 0) + 2];
  } q;
  struct b {
    char c[n ? sizeof(int) : sizeof x];
  };
  struct c {
    char e[sizeof(char[1 - 2 * !(__builtin_types_compatible_p(__typeof__(x), int))])];
    char f[(n && 0) + 1];
    char g[(n || 1) + 1];
  };
  struct d {
    char c[(long)&((struct a *)0)->d + 8];
  };
  assert(sizeof q == 6 && offsetof(struct a, d) == 4 && sizeof(struct b) == 4 && sizeof(struct c) == 4 && sizeof(struct d) == 12); //~ HOLDS
  assert(sizeof(struct c) == 3); //~ VIOLATED
  return 0;
}
