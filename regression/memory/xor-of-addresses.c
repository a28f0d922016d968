// gotcha: cover --criterion branch
// verdict: complete
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
int a, b;
int main(void) {
  uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
  int *p = (int *)(both ^ (uintptr_t)&b);
  *p = __VERIFIER_nondet_int();
  if (a == 5) //~ true:covered false:covered
    return 1;
  if (b) //~ true:unreachable false:covered
    return 2;
  return 0;
}
