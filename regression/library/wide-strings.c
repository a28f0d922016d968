// gotcha: cover
// verdict: complete
#include <wchar.h>
#include <wctype.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  wchar_t s[4] = L"ab";
  s[1] = __VERIFIER_nondet_int();
  if (wcslen(s) > 2) //~ true:unreachable false:covered
    return 1;
  if (iswupper(s[1]) && wcscmp(s, L"aQ") == 0) //~ true:covered false:covered
    return 2;
  if (wcschr(s, 0x20ac) == s + 1) //~ true:covered false:covered
    return 3;
  return 0;
}
