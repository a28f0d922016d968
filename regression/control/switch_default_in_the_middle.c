// gotcha: cover --criterion branch
// verdict: complete
// goals: 14 covered: 11 unreachable: 3 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int n = 0;
  switch (x) {
  case 0: //~ true:covered false:covered
    n = 1;
    break;
  default:
    n += 2;
  case 255: //~ true:covered false:covered
    n += 4;
    break;
  case 256: //~ true:unreachable false:covered
    n = 100;
  }
  if (n == 6) { //~ true:covered false:covered
    if (x == 255) //~ true:unreachable false:covered
      return 1;
  }
  if (n == 4) //~ true:covered false:covered
    return 2;
  return n == 100 ? 1 : 0; //~ true:unreachable false:covered
}
