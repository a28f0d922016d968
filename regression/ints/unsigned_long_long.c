// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 7 unreachable: 3 undecided: 0
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  if (x > 18446744073709551614ULL) { //~ true:covered false:covered
    if (x + 1) //~ true:unreachable false:covered
      return 1;
    return 2;
  }
  if (x + 1 <= x) //~ true:unreachable false:covered
    return 3;
  if (x >> 63) { //~ true:covered false:covered
    if ((long long)x >= 0) //~ true:unreachable false:covered
      return 4;
  }
  return 0;
}
