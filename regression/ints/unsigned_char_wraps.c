// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 5 unreachable: 3 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = x + 1;
  if (y < x) //~ true:covered false:covered
    return 1;
  if (x + 1 > 255) //~ true:unreachable false:covered
    return 2;
  if (y == 0) //~ true:unreachable false:covered
    return 3;
  y += 255;
  if (y != x) //~ true:unreachable false:covered
    return 4;
  return 0;
}
