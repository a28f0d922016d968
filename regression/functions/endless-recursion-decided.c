// gotcha: cover --criterion branch
// verdict: complete
// goals: 2 covered: 0 unreachable: 2 undecided: 0
// A call that never returns: no bound shows that nothing lies behind it, but values of variables do.

static int f(int x) {
  return f(x + 1) + 1;
}

int main(void) {
  if (f(0)) //~ true:UNREACHABLE false:UNREACHABLE
    return 1;
  return 0;
}
