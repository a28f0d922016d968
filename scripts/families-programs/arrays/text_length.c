// asks: valid-memsafety
#include "../families.h"
static unsigned length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assume(n > 0 && n < 10000);
  char *text = malloc(n);
  assume(text != 0);
  for (unsigned i = 0; i + 1 < n; i++)
    text[i] = __VERIFIER_nondet_char();
  text[n - 1] = HOLDS(0, 'x');
  unsigned l = length(text);
  text[l] = '.';
  free(text);
  return 0;
}
