// gotcha: query --engine arg --query cover@8
// solvers: embedded
// verdict: incomplete(unsupported
// goals: 5 covered: 0 unreachable: 0 undecided: 5
// Graphs do not follow what the end of the program calls, and exclude nothing there.
static int state;
__attribute__((destructor)) static void last(void) {
  if (state == 1) state = 2;
}
int main(void) {
  state = 1;
  return 0;
}
