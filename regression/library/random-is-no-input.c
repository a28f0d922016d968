// gotcha: cover --criterion branch
// verdict: incomplete
// goals: 4 covered: 1 unreachable: 1 undecided: 2
#include <stdlib.h>
#include <time.h>

int main(void) {
  srand((unsigned)time(NULL));
  int r = rand();
  if (r < 0) //~ true:unreachable false:covered
    return 1;
  // No test decides what `rand` gives where the clock is the seed.
  if (r % 10 == 3) //~ undecided
    return 2;
  return 0;
}
