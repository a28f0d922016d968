// gotcha: verify
// verdict: true
#include <stdlib.h>

/* The pointer does not come to the end of the text, whose last byte ends it. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == 0 || n > 1000000)
    return 0;
  char *text = malloc(n);
  if (!text)
    return 0;
  for (unsigned long i = 0; i < n; i++)
    text[i] = __VERIFIER_nondet_char();
  text[n - 1] = 0;
  int letters = 0;
  for (char *p = text; *p; p++)
    letters = *p == 'l';
  free(text);
  return letters;
}
