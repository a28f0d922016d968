// gotcha: cover --criterion mcdc
// verdict: complete
// goals: 22 covered: 15 unreachable: 7 undecided: 0
// Decisions within conditions: reached only where the condition is evaluated, by an expression or by instructions.
extern int __VERIFIER_nondet_int(void);
struct s { int v; };
static int taken;
static int take(void) { return taken++; }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  struct s o = {a}, *p = 0;
  if (a > 10) //~ covered
    p = &o;
  int r = p && //~ covered
          (p->v > 5 || //~ true:covered false:unreachable
           b) + 1 > 1; //~ unreachable
  // What was stored the last time says nothing.
  for (int i = 0; i < 2; i++) //~ covered
    if ((b == 3 && take()) || //~ covered
        (i == 0 && b == 3 && taken == 2)) //~ true:unreachable
      r++;
  return r;
}
