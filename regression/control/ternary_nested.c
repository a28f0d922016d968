// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int s = (x < 0) ? -1 : //~ true:covered false:covered
      (x > 0) ? 1 : //~ true:covered false:covered
      (x == 0) ? 0 : 5; //~ true:covered false:unreachable
  if (s == 5) //~ true:unreachable false:covered
    return 1;
  return 0;
}
