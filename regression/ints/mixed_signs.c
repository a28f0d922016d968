// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 9 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int s = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  if (s < 0 && s < u) //~ true:covered false:covered
    return 1;
  if (s == -1) { //~ true:covered false:covered
    if (u > s) //~ true:unreachable false:covered
      return 2;
  }
  if (s < 0 && u < 5) { //~ true:covered false:covered
    if (s < u) //~ true:unreachable false:covered
      return 3;
  }
  if (u < 0) //~ true:unreachable false:covered
    return 4;
  return 0;
}
