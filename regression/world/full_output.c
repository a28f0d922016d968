// gotcha: cover --failures 1
// verdict: incomplete(
#include <errno.h>
#include <stdio.h>

/* The standard output may be a device that is full: what is written waits in the buffer until that is written out. */
int main(void) {
  if (puts("waits") < 0) //~ true:undecided false:covered
    return 1;
  if (fflush(stdout) != 0) { //~ covered
    if (errno != ENOSPC) //~ true:undecided false:covered
      return 2;
    if (!ferror(stdout)) //~ true:undecided false:covered
      return 3;
    return 4;
  }
  if (fflush(stdout) != 0) //~ true:undecided false:covered
    return 5;
  return 0;
}
