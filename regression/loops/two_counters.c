// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int up = 0, down = 8;
  while (up < down) { //~ true:covered false:covered
    if (__VERIFIER_nondet_int() > 0) //~ true:covered false:covered
      up++;
    else
      down--;
  }
  if (up != down) //~ true:unreachable false:covered
    return 1;
  if (up == 5) //~ true:covered false:covered
    return 2;
  if (up < 0 || up > 8) //~ true:unreachable false:covered
    return 3;
  return 0;
}
