// gotcha: cover
// verdict: incomplete(
// goals: 2 covered: 0 unreachable: 0 undecided: 2
#include <stdio.h>
#include <unistd.h>

/* Both descriptors share one position. */
int main(void) {
  char bytes[4];
  int other = dup(0);
  read(other, bytes, sizeof bytes);
  if (getchar() == 'x') //~ undecided
    return 1;
  return 0;
}
