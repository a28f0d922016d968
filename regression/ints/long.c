// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 6 unreachable: 0 undecided: 0
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  unsigned long u = __VERIFIER_nondet_ulong();
  if (x > 2147483647) //~ true:covered false:covered
    return 1;
  if (u >> 40 == 5) //~ true:covered false:covered
    return 2;
  if (x * 2 > 4294967294) //~ true:covered false:covered
    return 3;
  return 0;
}
