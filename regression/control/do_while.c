// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int n = 0;
  if (x > 3) //~ true:covered false:covered
    x = 3;
  do { n++; } while (x-- > 0); //~ true:covered false:covered
  if (n == 0) //~ true:unreachable false:covered
    return 1;
  if (n == 4) //~ true:covered false:covered
    return 2;
  if (n > 4) //~ true:unreachable false:covered
    return 3;
  do { n++; } while (0);
  return 0;
}
