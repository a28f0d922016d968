// gotcha: cover
// solvers: embedded z3 yices (the others need more than 20 seconds)
// verdict: complete
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
  int x = __VERIFIER_nondet_char();
  char text[8];
  int n = snprintf(text, sizeof text, "%d", x);
  if (n < 1 || n > 4) //~ true:unreachable false:covered
    return 1;
  if (strlen(text) != n) //~ true:unreachable false:covered
    return 2;
  if (strcmp(text, "-105") == 0 && x != -105) //~ true:unreachable false:covered
    return 3;
  if (text[0] == '9' && text[1] == '3') //~ true:covered false:covered
    return 4;
  if (atoi(text) != x) //~ true:unreachable false:covered
    return 5;
  return 0;
}
