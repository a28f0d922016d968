// gotcha: cover --criterion branch
// verdict: complete
// goals: 16 covered: 13 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0;
  int steps = 0;
  for (int i = 0; i < 4; i++) { //~ true:covered false:covered
    switch (state) {
    case 0: //~ true:covered false:covered
      if (__VERIFIER_nondet_int()) //~ true:covered false:covered
        state = 1;
      continue;
    case 1: //~ true:covered false:covered
      state = 2;
      break;
    case 2: //~ true:covered false:unreachable
      state = 0;
      break;
    default:
      state = 9;
    }
    steps++;
  }
  if (state == 9) //~ true:unreachable false:covered
    return 1;
  if (steps == 3) //~ true:unreachable false:covered
    return 2;
  if (steps == 2) //~ true:covered false:covered
    return 3;
  return 0;
}
