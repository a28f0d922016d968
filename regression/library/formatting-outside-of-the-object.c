// gotcha: cover
// verdict: complete
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct { char text[4]; } s;
  int x = __VERIFIER_nondet_int();
  char *where = x == 3 ? (char *)0 : s.text;
  sprintf(where, "%d", 7);
  if (x == 3) //~ true:unreachable false:covered
    return 1;
  printf("%s\n", x == 4 ? (const char *)8 : "text");
  if (x == 4) //~ true:unreachable false:covered
    return 2;
  return 0;
}
