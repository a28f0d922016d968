// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 2 unreachable: 4 undecided: 0
extern int __VERIFIER_nondet_int(void);

int unused(int x) {
  if (x > 0) //~ true:unreachable false:unreachable
    return 1;
  while (x < 5) //~ true:unreachable false:unreachable
    x++;
  return 0;
}

int used(int x) {
  if (x) //~ true:covered false:covered
    return 1;
  return 0;
}

int main(void) { return used(__VERIFIER_nondet_int()); }
