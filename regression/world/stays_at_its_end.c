// gotcha: cover
// verdict: incomplete(
#include <stdio.h>

int main(void) {
  if (getchar() != EOF) //~ covered
    return 0;
  if (ferror(stdin)) //~ true:undecided false:covered
    return 2;
  if (getchar() != EOF || !feof(stdin)) //~ true:unreachable false:covered
    return 1;
  return 3;
}
