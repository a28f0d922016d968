// gotcha: cover --criterion branch
// verdict: complete
#include <string.h>
#include <strings.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char a[5], b[5];
  for (int i = 0; i < 4; i++) { //~ true:covered false:covered
    a[i] = __VERIFIER_nondet_char();
    b[i] = __VERIFIER_nondet_char();
  }
  a[4] = b[4] = 0;
  unsigned n = __VERIFIER_nondet_uint() % 5;
  if (strcmp(a, b) == 0) { //~ true:covered false:covered
    if (strncmp(a, b, n) != 0) //~ true:unreachable false:covered
      return 1;
    if (memcmp(a, b, n) != 0) //~ true:covered false:covered
      return 2;
  }
  if (strcasecmp(a, "GoTo") == 0 && a[0] == 'g' && a[1] != 'o') //~ true:covered false:covered
    return 3;
  if (strncmp(a, b, n) < 0 && n == 2 && a[0] == b[0] && (unsigned char)a[1] >= (unsigned char)b[1]) //~ true:unreachable false:covered
    return 4;
  return 0;
}
