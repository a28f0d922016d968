// gotcha: cover
// verdict: complete
// goals: 2 covered: 2 unreachable: 0 undecided: 0
#include <stdio.h>
#include <unistd.h>

/* Both descriptors share one position. */
int main(void) {
  char bytes[4];
  int other = dup(0);
  read(other, bytes, sizeof bytes);
  if (getchar() == 'x') //~ covered
    return 1;
  return 0;
}
