// gotcha: cover --criterion branch
// verdict: incomplete(
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (__builtin_popcount(x) == 31 && __builtin_parity(x) == 1) //~ covered
    return 1;
  if (__builtin_ffs(x) == 10 && __builtin_bswap32(x) == 0x00ff0000) //~ true:unreachable
    return 2;
  if (x != 0 && __builtin_clz(x) + __builtin_ctz(x) > 31) //~ true:unreachable
    return 3;
  int sum;
  if (__builtin_add_overflow((int)x, 5, &sum) && sum == (int)0x80000001) //~ covered
    return 4;
  /* Of zero nobody knows. */
  if (x == 0 && __builtin_ctz(x) == 12) //~ true:undecided
    return 5;
  return 0;
}
