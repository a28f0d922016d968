// gotcha: cover --criterion testcomp
// verdict: incomplete
// goals: 6 covered: 3 unreachable: 1 undecided: 2
#include <stdlib.h>

int main(void) {
  int r = rand();
  if (r < 0)
    return 1; //~ unreachable
  if (r % 10 == 3)
    return 2; //~ undecided
  char *home = getenv("HOME");
  if (home && home[0] == '/')
    return 3; //~ undecided
  return 0;
}
