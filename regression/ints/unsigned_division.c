// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 6 unreachable: 4 undecided: 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x / 2 > 2147483647u) //~ true:unreachable false:covered
    return 1;
  int minus = -1;
  if (minus / 2u != 2147483647u) //~ true:unreachable false:covered
    return 2;
  if (x % 8 != (x & 7)) //~ true:unreachable false:covered
    return 3;
  if (x / 1000000000u == 4) //~ true:covered false:covered
    return 4;
  if (x / 1000000000u == 5) //~ true:unreachable false:covered
    return 5;
  return 0;
}
