// gotcha: cover --criterion testcomp --data-model ilp32
// verdict: incomplete(
// goals: 2 covered: 1 unreachable: 0 undecided: 1
/* A sum in double precision loses the one, a wider register keeps it. */
int main(void) {
  double large = 9007199254740992.0, one = 1.0;
  if (large + one - large == 0.0) return 1; //~ then:undecided else:covered
  return 0;
}
