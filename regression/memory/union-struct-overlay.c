// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

union u { struct { short lo, hi; } h; int w; };
int main(void) {
  union u x;
  x.w = 0;
  x.h.hi = 1;
  if (x.w == 65536) //~ true:covered false:unreachable
    x.h.lo = (short)__VERIFIER_nondet_int();
  if (x.w < 65536) //~ true:unreachable false:covered
    return 1;
  if (x.w == 65537) //~ true:covered false:covered
    return 2;
  return 0;
}
