// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 7 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0;
  int hits = 0;
again:
  if (__VERIFIER_nondet_int() == 7) //~ true:covered false:covered
    hits++;
  i++;
  if (i < 3) //~ true:covered false:covered
    goto again;
  if (hits == 3) //~ true:covered false:covered
    return 1;
  if (hits > 3) //~ true:unreachable false:covered
    return 2;
  return 0;
}
