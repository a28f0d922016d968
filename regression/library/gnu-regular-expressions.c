// gotcha: cover
// verdict: complete
#define _GNU_SOURCE
#include <regex.h>
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  struct re_pattern_buffer r = {0};
  struct re_registers groups = {0};
  re_set_syntax(RE_SYNTAX_POSIX_BASIC);
  const char *error = re_compile_pattern("a\\(b", 4, &r);
  if (!error || strcmp(error, "Unmatched ( or \\(") != 0) //~ true:unreachable false:covered
    return 1;
  if (re_compile_pattern("a\\(bb*\\)\\{0,1\\}", 15, &r) != NULL || r.re_nsub != 1) //~ true:unreachable false:covered
    return 2;
  // The length of the match; the places of groups with a mark behind them.
  if (re_match(&r, "cabbc", 5, 1, &groups) != 3 || groups.num_regs != 3) //~ true:unreachable false:covered
    return 3;
  if (groups.start[1] != 2 || groups.end[1] != 4 || groups.end[2] != -1) //~ true:unreachable false:covered
    return 4;
  if (re_search(&r, "cabbc", 5, 0, 5, NULL) != 1 || re_search(&r, "cabbc", 5, 2, 3, NULL) != -1) //~ true:unreachable false:covered
    return 5;
  regfree(&r);
  // What POSIX forbids stands for itself if the syntax says so.
  re_syntax_options = RE_SYNTAX_POSIX_BASIC & ~RE_CONTEXT_INVALID_DUP & ~RE_NO_EMPTY_RANGES;
  if (re_compile_pattern("\\{[b-a]*x$", 10, &r) != NULL) //~ true:unreachable false:covered
    return 6;
  char s[2] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char()};
  if (re_match(&r, s, 2, 0, NULL) == 2) //~ covered
    return 7;
  return 0;
}
