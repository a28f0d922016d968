// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 8 unreachable: 4 undecided: 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 31) //~ true:covered false:covered
    return 0;
  unsigned bit = 1u << n;
  if (bit == 0) //~ true:unreachable false:covered
    return 1;
  if (bit & (bit - 1)) //~ true:unreachable false:covered
    return 2;
  if (bit == 0x80000000u) { //~ true:covered false:covered
    if (n != 31) //~ true:unreachable false:covered
      return 3;
  }
  if (bit == 3u << 5) //~ true:unreachable false:covered
    return 4;
  return 0;
}
