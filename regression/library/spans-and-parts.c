// gotcha: cover
// verdict: complete
#define _GNU_SOURCE
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[5] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  size_t n = strspn(s, "ab");
  if (n == 3) //~ true:covered false:covered
    return 1;
  if (n > 4) //~ true:unreachable false:covered
    return 2;
  if (strcspn(s, "x") == n && n == 2) //~ true:covered false:covered
    return 3;
  char *part = strstr(s, "xyz");
  if (part && part - s > 1) //~ true:unreachable false:covered
    return 4;
  if (part == s + 1) //~ true:covered false:covered
    return 5;
  if (strcasecmp(s, "Yes") == 0) //~ true:covered false:covered
    return 6;
  if (strpbrk(s, "+-") == s + 3) //~ true:covered false:covered
    return 7;
  return 0;
}
