// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 5 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) { if (x < 0) return 1; } else if (x == 0) return 2;
  return 0;
}
