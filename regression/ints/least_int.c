// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 7 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

static int absolute(int x) {
  return (x < 0) ? -x : x; //~ true:covered false:covered
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (absolute(x) < 0) { //~ true:covered false:covered
    if (x != -2147483647 - 1) //~ true:unreachable false:covered
      return 1;
    return 2;
  }
  if (x == -x && x != 0) //~ true:unreachable false:covered
    return 3;
  if (~x == -x - 1) //~ true:covered false:unreachable
    return 0;
  return 4;
}
