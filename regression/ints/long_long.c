// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x == 81985529216486895LL) //~ true:covered false:covered
    return 1;
  if (x > 9223372036854775806LL) { //~ true:covered false:covered
    if (x + 1 > 0) //~ true:unreachable false:covered
      return 2;
    return 3;
  }
  int low = (int)x;
  int high = (int)(x >> 32);
  if (low == -1 && high == 0) { //~ true:covered false:covered
    if (x == 4294967295LL) //~ true:covered false:unreachable
      return 4;
    return 5;
  }
  return 0;
}
