// gotcha: cover -D_XOPEN_SOURCE=700
// verdict: complete
// Columns of characters in the C locale.
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  int width = wcwidth(c);
  if (width == 1) //~ true:covered false:covered
    return c >= 32 && c < 127 ? 1 : 2; //~ true:covered false:unreachable
  if (width == 0) //~ true:covered false:covered
    return c == 0 ? 3 : 4; //~ true:covered false:unreachable
  if (width != -1 || wcswidth(L"abc", 2) != 2 || wcswidth(L"a\n", 2) != -1 || wcswidth(L"a", 9) != 1) //~ true:unreachable false:covered
    return 5;
  return 0;
}
