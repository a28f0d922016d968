// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

union u { unsigned int w; unsigned char b[4]; };
int main(void) {
  union u x;
  x.w = __VERIFIER_nondet_uint();
  if (x.b[0] == 0x78 && x.b[3] == 0x12) //~ true:covered false:covered
    if ((x.w & 0xff0000ffu) == 0x12000078u) //~ true:covered false:unreachable
      return 1;
  x.b[1] = 0xff;
  if ((x.w & 0xff00) == 0xff00) //~ true:covered false:unreachable
    return 2;
  return 0;
}
