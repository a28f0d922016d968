// gotcha: cover
// verdict: incomplete(
// goals: 4 covered: 3 unreachable: 0 undecided: 1
#include <stdio.h>

/* If the program asks for more than there was, a terminal may go on. No test does that. */
int main(void) {
  if (getchar() != EOF) //~ covered
    return 0;
  clearerr(stdin);
  if (getchar() != EOF) //~ true:undecided false:covered
    return 2;
  return 3;
}
