// gotcha: cover
// verdict: complete
// goals: 16 covered: 12 unreachable: 4 undecided: 0
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Sizes beyond the largest difference of pointers are refused. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 8) //~ covered
    return 0;
  char *p = malloc(n);
  if (!p) { //~ covered
    if (n >= 0) //~ true:unreachable false:covered
      return 1;
    if (errno != ENOMEM) //~ true:unreachable false:covered
      return 2;
    return 3;
  }
  if (n < 0) //~ true:unreachable false:covered
    return 4;
  size_t many = n ? SIZE_MAX : 1;
  int *q = calloc(many, 4);
  if (!q) { //~ covered
    p = realloc(p, SIZE_MAX);
    if (p) //~ true:unreachable false:covered
      return 5;
  }
  return 0;
}
