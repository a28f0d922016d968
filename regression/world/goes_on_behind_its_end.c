// gotcha: cover
// goals: 6 covered: 4 unreachable: 1 undecided: 1
#include <stdio.h>

/* What has ended stays at its end, unless the program asks for more: a terminal may then go on, which no test does. */
int main(void) {
  if (getchar() != EOF) //~ covered
    return 0;
  if (getchar() != EOF) //~ true:unreachable false:covered
    return 1;
  clearerr(stdin);
  if (getchar() != EOF) //~ true:undecided false:covered
    return 2;
  return 3;
}
