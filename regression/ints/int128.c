// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 5 unreachable: 3 undecided: 0
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong();
  unsigned __int128 wide = (unsigned __int128)a << 64 | a;
  if (wide >> 64 != a) //~ true:unreachable false:covered
    return 1;
  if ((unsigned long long)wide != a) //~ true:unreachable false:covered
    return 2;
  __int128 sum = (__int128)a + a;
  if (sum < 0) //~ true:unreachable false:covered
    return 3;
  if (sum > 18446744073709551615ULL) //~ true:covered false:covered
    return 4;
  return 0;
}
