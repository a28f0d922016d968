// gotcha: cover --criterion testcomp
// verdict: complete
// goals: 4 covered: 3 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x ? 1 : 2;
  int z = x ?: 3;
  int both = x && y || z;
  return y == 3 ? 1 : both;
}
