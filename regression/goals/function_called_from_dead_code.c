// gotcha: cover --criterion branch
// verdict: complete
// goals: 4 covered: 1 unreachable: 3 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

static int helper(int x) {
  if (x == 3) //~ true:unreachable false:unreachable
    return 1;
  return 0;
}

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x > 300) //~ true:unreachable false:covered
    return helper(x);
  return 0;
}
