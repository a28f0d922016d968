// gotcha: cover --criterion branch --without deduction
// verdict: incomplete
// goals: 2 covered: 0 unreachable: 0 undecided: 2

static int f(int x) {
  return f(x + 1) + 1;
}

int main(void) {
  if (f(0)) //~ true:undecided false:undecided
    return 1;
  return 0;
}
