// gotcha: verify --property valid-memsafety
// verdict: false(valid-deref)
// What the counter says is left of the room and of one more.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static size_t append(char *to, const char *from, size_t size) {
  char *d = to;
  const char *s = from;
  size_t n = size;
  while (n-- != 0 && *d != 0)
    d++;
  size_t length = d - to;
  n = size - length;
  if (n == 0)
    return length;
  while (*s != 0) {
    if (n != 0) {
      *d++ = *s;
      n--;
    }
    s++;
  }
  *d = 0;
  return length + (s - from);
}

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || m < 1)
    return 0;
  char *a = __builtin_alloca(n), *b = __builtin_alloca(m);
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < m - 1; i++)
    b[i] = __VERIFIER_nondet_char();
  b[m - 1] = 0;
  append(a, b, n);
  return 0;
}
