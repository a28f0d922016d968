// gotcha: cover --criterion testcomp
// verdict: incomplete
// goals: 6 covered: 1 unreachable: 1 undecided: 4
#include <stdlib.h>

int main(void) {
  int r = rand();
  if (r < 0)
    return 1; //~ unreachable
  // No test decides what `rand` gives.
  if (r % 10 == 3)
    return 2; //~ undecided
  char *home = getenv("HOME");
  if (home && home[0] == '/')
    return 3; //~ undecided
  return 0;
}
