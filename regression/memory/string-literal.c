// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

static const char *pick(int i) {
  return i > 0 ? "yes" : "no"; //~ true:covered false:covered
}
int main(void) {
  const char *s = pick(__VERIFIER_nondet_int());
  int n = 0;
  while (s[n]) //~ true:covered false:covered
    n++;
  if (n == 3) //~ true:covered false:covered
    return 1;
  if (n != 2) //~ true:unreachable false:covered
    return 2;
  return 0;
}
