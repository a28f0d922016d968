// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int same(const char *a, const char *b) {
  while (*a && *a == *b) { //~ true:covered false:covered
    a++;
    b++;
  }
  return *a == *b;
}
int main(void) {
  char s[4];
  s[0] = __VERIFIER_nondet_char();
  s[1] = __VERIFIER_nondet_char();
  s[2] = __VERIFIER_nondet_char();
  s[3] = 0;
  if (same(s, "abc")) //~ true:covered false:covered
    return 1;
  return 0;
}
