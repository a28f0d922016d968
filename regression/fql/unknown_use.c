// gotcha: query --engine arg --query cover@11
// solvers: embedded
// verdict: incomplete(unsupported
// goals: 1 covered: 0 unreachable: 0 undecided: 1
// Graphs exclude nothing behind a use of a library function that its model does not know.
#include <stdio.h>
int main(void) {
  int n = 0, state = 0;
  sscanf("%", "%z", &n);
  if (state == 1)
    return 1;
  return 0;
}
