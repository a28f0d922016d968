// gotcha: cover --unwind 1
// verdict: complete
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[21] = "aaaaaaaaaaaaaaaaaaaa";
  s[18] = __VERIFIER_nondet_char();
  s[19] = __VERIFIER_nondet_char();
  if (strspn(s, "ab") == 19) //~ true:covered false:covered
    return 1;
  if (strspn(s, "ab") < 18) //~ true:unreachable false:covered
    return 2;
  return 0;
}
