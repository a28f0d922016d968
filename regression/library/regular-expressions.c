// gotcha: cover
// verdict: complete
#include <regex.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  regex_t r;
  regmatch_t m[3];
  if (regcomp(&r, "a|ab(c|bcd)*", REG_EXTENDED) != 0 || r.re_nsub != 1) //~ true:unreachable false:covered
    return 1;
  // The longest of the leftmost.
  if (regexec(&r, "xabcbcdab", 3, m, 0) != 0 || m[0].rm_so != 1 || m[0].rm_eo != 7 || m[1].rm_so != 4 || m[2].rm_so != -1) //~ true:unreachable false:covered
    return 2;
  regfree(&r);
  if (regcomp(&r, "^\\([[:digit:]]\\{2,\\}\\)x*$", 0) != 0) //~ true:unreachable false:covered
    return 3;
  if (regexec(&r, "012xx", 2, m, 0) != 0 || m[1].rm_eo != 3 || regexec(&r, "1x", 0, NULL, 0) != REG_NOMATCH) //~ true:unreachable false:covered
    return 4;
  regfree(&r);
  char text[32];
  int error = regcomp(&r, "a(b", REG_EXTENDED);
  if (error != REG_EPAREN || regerror(error, &r, text, sizeof text) != 18 || strcmp(text, "Unmatched ( or \\(") != 0) //~ true:unreachable false:covered
    return 5;
  if (regcomp(&r, "[b-d]+z", REG_EXTENDED | REG_NOSUB | REG_ICASE) != 0) //~ true:unreachable false:covered
    return 6;
  char s[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  if (regexec(&r, s, 0, NULL, 0) == 0) { //~ true:covered false:covered
    if (s[0] != 'c' && s[1] == 0) //~ true:unreachable false:covered
      return 7;
    if (s[0] == 'x' && s[1] == 'D') //~ true:covered false:covered
      return 8;
  }
  regfree(&r);
  return 0;
}
