// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 10 unreachable: 2 undecided: 0
extern unsigned __VERIFIER_nondet_uint(void);

unsigned factorial(unsigned n) {
  if (n <= 1) //~ true:covered false:covered
    return 1;
  return n * factorial(n - 1);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5) //~ true:covered false:covered
    return 0;
  unsigned f = factorial(n);
  if (f == 120) //~ true:covered false:covered
    return 1;
  if (f > 120 || f == 0) //~ true:unreachable false:covered
    return 2;
  if (f % 2 == 1) { //~ true:covered false:covered
    if (n >= 2) //~ true:unreachable false:covered
      return 3;
  }
  return 0;
}
