// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 11 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int r = 0;
  switch (a) {
  case 1: //~ true:covered false:covered
    switch (b) {
    case 1: //~ true:covered false:covered
      r = 11;
      break;
    case 2: //~ true:covered false:covered
      r = 12;
    }
    break;
  case 2: //~ true:covered false:covered
    r = 20;
    break;
  }
  if (r == 12) { //~ true:covered false:covered
    if (a != 1 || b != 2) //~ true:unreachable false:covered
      return 1;
  }
  return 0;
}
