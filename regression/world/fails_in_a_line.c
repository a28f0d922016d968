// gotcha: cover
// verdict: incomplete(
// goals: 6 covered: 4 unreachable: 1 undecided: 1
#include <stdio.h>

/* A line may end by an error. Of one that was cut short nothing is delivered. */
int main(void) {
  char line[4] = "";
  if (fgets(line, sizeof line, stdin)) //~ covered
    return line[0] == 'a';
  if (ferror(stdin)) //~ true:undecided false:covered
    return 2;
  if (line[0]) //~ true:unreachable false:covered
    return 3;
  return 0;
}
