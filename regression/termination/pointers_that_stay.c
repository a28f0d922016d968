// gotcha: verify --property termination
// verdict: false(termination)
// The pointer into the set stays where it is.
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static char *first_of(const char *text, const char *set) {
  for (; *text; text++)
    for (const char *s = set; *s;)
      if (*s == *text)
        return (char *)text;
  return 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || m < 1)
    return 0;
  char *a = __builtin_alloca(n), *b = __builtin_alloca(m);
  for (int i = 0; i < n - 1; i++)
    a[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < m - 1; i++)
    b[i] = __VERIFIER_nondet_char();
  a[n - 1] = 0;
  b[m - 1] = 0;
  first_of(a, b);
  return 0;
}
