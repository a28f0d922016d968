// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 7 unreachable: 1 undecided: 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4;
  unsigned cells = 0;
  for (unsigned i = 0; i < n; i++) //~ true:covered false:covered
    for (unsigned j = 0; j <= i; j++) //~ true:covered false:covered
      cells++;
  if (cells == 6) //~ true:covered false:covered
    return 1;
  if (cells == 2 || cells == 5) //~ true:unreachable false:covered
    return 2;
  return 0;
}
