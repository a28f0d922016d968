// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 6 unreachable: 0 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int locked = 0;
  int seen = 0;
  while (1) {
    int command = __VERIFIER_nondet_int();
    if (command == 1 && !locked) //~ true:covered false:covered
      locked = 1;
    else if (command == 2 && locked) //~ true:covered false:covered
      locked = 0, seen = 1;
    else if (command == 3 && seen) //~ true:covered false:covered
      break;
  }
  return locked;
}
