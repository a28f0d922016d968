// gotcha: cover --criterion branch --data-model ilp32
// verdict: complete
// goals: 12 covered: 9 unreachable: 3 undecided: 0
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  unsigned long u = __VERIFIER_nondet_ulong();
  if (x > 2147483647) //~ true:unreachable false:covered
    return 1;
  if (x + 1 < x) //~ true:covered false:covered
    return 2;
  if (u * 2 > 4294967294u) //~ true:unreachable false:covered
    return 3;
  if (u > x) //~ true:covered false:covered
    return 4;
  if (x == -1) //~ true:covered false:covered
    return 5;
  long long wide = (long long)x + u;
  if (wide > 4294967295LL + 2147483647LL) //~ true:unreachable false:covered
    return 6;
  return 0;
}
