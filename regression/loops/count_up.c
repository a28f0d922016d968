// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 6) //~ true:covered false:covered
    return 0;
  unsigned i = 0;
  while (i < n) //~ true:covered false:covered
    i++;
  if (i != n) //~ true:unreachable false:covered
    return 1;
  if (i == 6) //~ true:covered false:covered
    return 2;
  if (i > 6) //~ true:unreachable false:covered
    return 3;
  return 0;
}
