// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 5 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int i = 0;
  while (i < 20000) //~ true:covered false:covered
    i += 2;
  if (x == i) //~ true:covered false:covered
    return 1;
  if (i == 20001) //~ true:unreachable false:covered
    return 2;
  return 0;
}
