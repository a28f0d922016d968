// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 7 unreachable: 1 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

static int is_odd(unsigned n);

static int is_even(unsigned n) {
  if (n == 0) //~ true:covered false:covered
    return 1;
  return is_odd(n - 1);
}

static int is_odd(unsigned n) {
  if (n == 0) //~ true:covered false:covered
    return 0;
  return is_even(n - 1);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 6;
  if (is_even(n)) { //~ true:covered false:covered
    if (n & 1) //~ true:unreachable false:covered
      return 1;
  }
  return 0;
}
