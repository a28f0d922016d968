// gotcha: verify --property valid-memsafety
// verdict: true
// The zero at the end is written first; copies go on until they meet it.
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static void copy(char *to, const char *from) {
  for (; (*to = *from) != 0; ++from, ++to)
    ;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || m < n)
    return 0;
  char *a = __builtin_alloca(n), *b = __builtin_alloca(m), fixed[32];
  a[n - 1] = 0;
  for (int i = 0; i < n - 1; i++)
    a[i] = __VERIFIER_nondet_char();
  copy(b, a);
  fixed[31] = 0;
  for (int i = 0; i < 31; i++)
    fixed[i] = __VERIFIER_nondet_char();
  int length = 0;
  while (fixed[length])
    length++;
  return length;
}
