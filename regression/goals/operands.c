// gotcha: cover --criterion operand
// verdict: complete
// goals: 22 covered: 17 unreachable: 5 undecided: 0
// Operands of && and ||, in decisions and elsewhere; the right ones count where they are evaluated.
extern int __VERIFIER_nondet_int(void);
static int calls;
static int called(int x) { return calls += x; }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 1 && b > 1) //~ covered
    return 1;
  if (!(a > 5 || b > 5)) //~ covered
    calls = 1;
  int both = a > 7 && (b == 3 || b == 4);
  if (a == 9 && called(b)) //~ covered
    return 2;
  if (a > 7)
    return both && a < 3; //~ true:unreachable
  return 0;
}
