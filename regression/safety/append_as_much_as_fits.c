// gotcha: verify --property valid-memsafety
// verdict: true
// What the counter says is left of the room, where nothing in the loop tells how large it is.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static void append(char *to, size_t size) {
  char *d = to;
  size_t n = size;
  while (n-- != 0 && *d != 0)
    d++;
  n = size - (d - to);
  if (n == 0)
    return;
  char c;
  while ((c = __VERIFIER_nondet_char()) != 0) {
    if (n != 1) {
      *d++ = c;
      n--;
    }
  }
  *d = 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 0;
  char *a = __builtin_alloca(n);
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_char();
  append(a, n);
  return 0;
}
