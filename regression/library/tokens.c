// gotcha: cover
// verdict: complete
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  char *first = strtok(s, ",");
  if (!first) //~ true:covered false:covered
    return 1;
  char *second = strtok(NULL, ",");
  if (!second) //~ true:covered false:covered
    return 2;
  if (second != s + 2) //~ true:unreachable false:covered
    return 3;
  if (*first == ',' || *second == ',' || s[1]) //~ true:unreachable false:covered
    return 4;
  if (strtok(NULL, ",")) //~ true:unreachable false:covered
    return 5;
  return 0;
}
