// gotcha: cover --criterion testcomp
// verdict: incomplete(the runs that reach it crash or hang)
// goals: 16 covered: 9 unreachable: 0 undecided: 7
// tests: 10
// Behind some goals every run crashes, hangs or overflows the stack. A test that ends before another input is read keeps what it reached;
// where nothing is read any more nothing is kept.
extern int __VERIFIER_nondet_int(void);

static int deep(int n) {
  return deep(n + 1) + 1;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) { //~ covered
    int y = __VERIFIER_nondet_int();
    if (y > 5) //~ undecided
      x = 7;
    *(volatile int *)0 = y;
  }
  if (x == 2) //~ covered
    *(volatile int *)0 = 1; //~ undecided
  if (x == 3) { //~ covered
    int y = __VERIFIER_nondet_int();
    return deep(y);
  }
  if (x == 4) //~ covered
    return deep(0); //~ undecided
  if (x == 5) { //~ covered
    int y = __VERIFIER_nondet_int();
    for (;;)
      x = y; //~ undecided
  }
  if (x == 6) { //~ then:undecided else:covered
    for (;;)
      x = 6; //~ undecided
  }
  return 0;
}
