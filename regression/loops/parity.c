// gotcha: cover --criterion branch
// verdict: complete
// proof: nothing-is-cut unreachable forward-condition
// goals: 10 covered: 8 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0;
  for (int i = 0; i < 8; i++) { //~ true:covered false:covered
    if (__VERIFIER_nondet_int()) //~ true:covered false:covered
      x += 2;
    else
      x += 4;
  }
  if (x % 2) //~ true:unreachable false:covered
    return 1;
  if (x < 16 || x > 32) //~ true:unreachable false:covered
    return 2;
  if (x == 30) //~ true:covered false:covered
    return 3;
  return 0;
}
