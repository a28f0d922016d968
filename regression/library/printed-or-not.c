// gotcha: cover
// verdict: incomplete(
// goals: 4 covered: 2 unreachable: 1 undecided: 1
#include <stdio.h>

int main(void) {
  int n = printf("%d", 12);
  if (n != 2) //~ true:undecided false:covered
    return 1;
  if (n < -1) //~ true:unreachable false:covered
    return 2;
  return 0;
}
