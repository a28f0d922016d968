// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

#include <string.h>
int main(void) {
  char s[8] = "abc";
  if (strlen(s) != 3) //~ true:unreachable false:covered
    return 1;
  s[1] = __VERIFIER_nondet_char();
  if (strcmp(s, "axc") == 0) //~ true:covered false:covered
    return 2;
  if (strlen(s) > 3) //~ true:unreachable false:covered
    return 3;
  return 0;
}
