// gotcha: cover
// verdict: incomplete(
#include <stdlib.h>
#include <string.h>

/* What the program has set itself it reads again. There may be no memory for it, which no test brings about. */
int main(void) {
  if (setenv("V", "own", 1) != 0) //~ true:undecided false:covered
    return 2;
  if (strcmp(getenv("V"), "own") != 0) //~ true:unreachable false:covered
    return 3;
  unsetenv("V");
  if (getenv("V")) //~ true:unreachable false:covered
    return 4;
  return 0;
}
