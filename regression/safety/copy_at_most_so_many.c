// gotcha: verify --property valid-memsafety
// verdict: true
// What is left of the room and how far the pointers have come is the same.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);

static size_t copy(char *to, const char *from, size_t size) {
  char *t = to;
  const char *f = from;
  size_t left = size;
  if (left != 0)
    while (--left != 0)
      if ((*t++ = *f++) == 0)
        break;
  if (left == 0) {
    if (size != 0)
      *t = 0;
    while (*f++)
      ;
  }
  return f - from - 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || m < 1)
    return 0;
  char *a = __builtin_alloca(n), *b = __builtin_alloca(m);
  for (int i = 0; i < m - 1; i++)
    b[i] = __VERIFIER_nondet_char();
  b[m - 1] = 0;
  copy(a, b, n);
  return 0;
}
