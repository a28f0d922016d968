// gotcha: cover --criterion decision
// verdict: complete
// goals: 18 covered: 16 unreachable: 2 undecided: 0
// Both outcomes of whole decisions: of what controls, and of && and || as values. Labels of switch and what is always the same decide nothing.
extern int __VERIFIER_nondet_int(void);
static int calls;
static int above(int x) { return calls++, x > 3; }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 1 && (b > 1 || b < -1)) //~ covered
    calls = 1;
  if (a > 5 && a < 5) //~ true:unreachable false:covered
    calls = 2;
  int value = above(a) || above(b); //~ covered
  a > 9 && above(b); //~ covered
  while (1) {
    if ((a ? b : value) && b) //~ covered
      break;
    b = value ? 1 : 2; //~ covered
    a = !(b && a > 3) + 1; //~ covered
  }
  switch (a) {
  case 7:
    return value;
  }
  do {
    b--;
  } while (b == 5 && a == 7); //~ true:unreachable false:covered
  return 0;
}
