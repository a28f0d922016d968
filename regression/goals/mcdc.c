// gotcha: cover --criterion mcdc
// verdict: complete
// goals: 40 covered: 36 unreachable: 4 undecided: 0
// Conditions that determine the outcome of their decision. Coupled ones may have no independence pair; an occurrence counts by itself.
extern int __VERIFIER_nondet_int(void);
static int calls;
static int above(int x) { return calls++, x > 3; }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  if (a > 1 &&
      a > 0) //~ true:covered false:unreachable
    calls = 1;
  if ((a && b) || (a && c)) //~ covered
    calls = 2;
  if ((b == 1 || b == 2) &&
      (c == 1 || //~ true:covered false:unreachable
       b < 3)) //~ true:covered false:unreachable
    calls = 3;
  while (above(c) && (b == 7 || above(a))) //~ covered
    c--;
  int both = !(a == 1 && b == 1); //~ covered
  if (a == 5) //~ covered
    calls = 5;
  if (a < 0 || !c) //~ covered
    return both;
  // A condition that is always the same is none.
  if (a == 7 && 1 && "a text" &&
      a > 6) //~ true:covered false:unreachable
    return 0;
  return 2;
}
