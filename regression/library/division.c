// gotcha: cover
// verdict: complete
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  div_t d = div(__VERIFIER_nondet_int(), 7);
  if (d.rem > 6 || d.rem < -6) //~ true:unreachable false:covered
    return 1;
  if (d.quot == -3 && d.rem == -5) //~ true:covered false:covered
    return 2;
  if (lldiv(100, 7).rem != 2) //~ true:unreachable false:covered
    return 3;
  return 0;
}
