// gotcha: cover
// verdict: complete
#include <fnmatch.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char name[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 'c', 0};
  if (fnmatch("*.[ch]", name, FNM_PERIOD) == 0) { //~ true:covered false:covered
    if (name[1] != '.') //~ true:unreachable false:covered
      return 1;
    if (name[0] == '.') //~ true:unreachable false:covered
      return 2;
    return 3;
  }
  if (fnmatch("[!]-a]*", "]x", 0) == 0 || fnmatch("[[:digit:]-]", "-", 0) != 0 || fnmatch("[a", "[a", 0) != 0) //~ true:unreachable false:covered
    return 6;
  if (fnmatch("*/b", "a/x/b", FNM_PATHNAME) == 0 || fnmatch("A\\*[!x-z]", "a*w", FNM_CASEFOLD) != 0) //~ true:unreachable false:covered
    return 7;
  return 0;
}
