// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

#include <string.h>
struct s { int a; int b[4]; };
int main(void) {
  struct s x, y;
  memset(&x, 0, sizeof x);
  if (x.a != 0 || x.b[3] != 0) //~ true:unreachable false:covered
    return 1;
  x.b[2] = __VERIFIER_nondet_int();
  memcpy(&y, &x, sizeof y);
  if (y.b[2] == 77) //~ true:covered false:covered
    return 2;
  if (y.b[2] != x.b[2]) //~ true:unreachable false:covered
    return 3;
  return 0;
}
