// gotcha: cover --criterion function
// verdict: complete
// goals: 4 covered: 2 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int declared_only(int);

static int called(int x) { return x + 1; }

static int never(int x) { return x + 2; }

int behind_a_contradiction(int x) { return x; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 3)
    return behind_a_contradiction(x);
  return called(x) > 5;
}
