// gotcha: cover
// verdict: complete
// Characters of several bytes in the C locale.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char c = (char)__VERIFIER_nondet_uchar();
  wchar_t wide = 7;
  mbstate_t state;
  memset(&state, 0, sizeof state);
  size_t n = mbrtowc(&wide, &c, 1, &state);
  if (n == (size_t)-1) //~ true:covered false:covered
    return errno == EILSEQ && (unsigned char)c >= 128 && wide == 7 ? 1 : 2; //~ true:covered false:unreachable
  if (n != (c != 0) || wide != c || !mbsinit(&state)) //~ true:unreachable false:covered
    return 3;
  if (mbrtowc(&wide, &c, 0, &state) != (size_t)-2 || mbrtowc(NULL, NULL, 5, &state) != 0) //~ true:unreachable false:covered
    return 4;
  if (mblen(&c, 1) != (c != 0) || mblen(&c, 0) != -(c != 0) || mbtowc(NULL, NULL, 0) != 0) //~ true:unreachable false:covered
    return 5;
  char back = 'x', text[] = "ab\377", small[4];
  if (wcrtomb(&back, c, &state) != 1 || back != c || wcrtomb(&back, 200, &state) != (size_t)-1) //~ true:unreachable false:covered
    return 6;
  wchar_t room[4];
  if (mbstowcs(room, text, 2) != 2 || room[1] != 'b' || mbstowcs(room, text, 4) != (size_t)-1) //~ true:unreachable false:covered
    return 7;
  if (mbstowcs(room, "ab", 4) != 2 || room[2] != 0 || mbstowcs(NULL, "abc", 0) != 3 || wcstombs(small, room, 4) != 2 || small[2]) //~ true:unreachable false:covered
    return 8;
  const char *from = text;
  if (mbsrtowcs(room, &from, 4, &state) != (size_t)-1 || from != text + 2) //~ true:unreachable false:covered
    return 9;
  return 0;
}
