// gotcha: cover
// verdict: incomplete(
// goals: 6 covered: 2 unreachable: 0 undecided: 4
#include <stdio.h>
#include <unistd.h>

/* What is read after the position has been changed is no byte that a test could give. */
int main(void) {
  char bytes[2];
  if (read(0, bytes, 1) != 1) //~ covered
    return 3;
  lseek(0, 0, SEEK_SET);
  if (read(0, bytes + 1, 1) != 1) //~ undecided
    return 2;
  if (bytes[0] == 'x' && bytes[1] == 'y') //~ undecided
    return 1;
  return 0;
}
