// gotcha: cover
// verdict: incomplete(
// goals: 14 covered: 7 unreachable: 3 undecided: 4
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* What hardly ever happens is not proved away, and what is usual is covered by tests. */
int main(void) {
  if (puts("text") < 0) //~ true:undecided false:covered
    return 1;
  if (fwrite("abc", 1, 3, stdout) == 2) //~ true:undecided false:covered
    return 3;
  if (fwrite("abc", 1, 3, stdout) > 3) //~ true:unreachable false:covered
    return 4;
  if (ferror(stdout)) //~ true:undecided false:covered
    return 5;
  if (write(1, "abc", 3) == 1) //~ true:undecided false:covered
    return 6;
  if (fclose(stdout) == EOF && errno == 0) //~ true:unreachable false:covered
    return 7;
  if (sleep(0) != 0) //~ true:unreachable false:covered
    return 8;
  return 0;
}
