// gotcha: cover --criterion testcomp --data-model lp64
// verdict: complete
// goals: 2 covered: 1 unreachable: 1 undecided: 0
/* In 64 bits there is no excess precision. */
int main(void) {
  double large = 9007199254740992.0, one = 1.0;
  if (large + one - large == 0.0) return 1; //~ then:covered else:unreachable
  return 0;
}
