// gotcha: cover
// verdict: incomplete(
// goals: 6 covered: 4 unreachable: 0 undecided: 2
#include <stdio.h>
#include <unistd.h>

/* The standard input may be closed, or of a device that fails: no test does that, but it is not unreachable. */
int main(void) {
  char byte;
  if (read(0, &byte, 1) < 0) //~ true:undecided false:covered
    return 1;
  if (getchar() == EOF) { //~ covered
    if (ferror(stdin))
      return 2;
  }
  return 0;
}
