// gotcha: cover
// solvers: embedded (the others need more than 20 seconds)
// verdict: complete
#include <stdio.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[5] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  int a = -1, b = -1;
  int n = sscanf(text, "%d,%d", &a, &b);
  if (n == 2) { //~ true:covered false:covered
    if (a == 4 && b == -7) //~ true:covered false:covered
      return 1;
    if (a > 99 || b > 99) //~ true:unreachable false:covered
      return 2;
    return 3;
  }
  if (n == 1 && a == 4321) //~ true:covered false:covered
    return 4;
  if (b != -1) //~ true:unreachable false:covered
    return 5;
  return 0;
}
