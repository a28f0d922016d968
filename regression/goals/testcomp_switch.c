// gotcha: cover --criterion testcomp
// verdict: complete
// goals: 6 covered: 5 unreachable: 1 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = 0;
  switch (__VERIFIER_nondet_uchar() % 4) {
  case 0:
  case 1: //~ case:covered
    n = 1;
  case 2: //~ case:covered
    n++;
    break;
  case 4: //~ case:unreachable
    n = 5;
    break;
  default: //~ default:covered
    n = 6;
  }
  switch (n) {
  case 6: //~ case:covered
    return 1;
  }
  return 0;
}
