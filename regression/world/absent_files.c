// gotcha: cover --timeout 10s
// verdict: incomplete(
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names that no file of a test has. What the program makes itself is there afterwards. */
int main(void) {
  struct stat status;
  if (fopen("a file with a name that no test can have", "r")) //~ true:undecided false:covered
    return 1;
  if (stat(".hidden", &status) == 0 || errno != ENOENT) //~ true:undecided false:covered
    return 2;
  if (remove("caf\303\251") == 0) //~ true:undecided false:covered
    return 3;
  char target[9];
  if (readlink("none here, whatever else may be there", target, 9) >= 0 || readlink(".", target, 9) >= 0 || errno != EINVAL) //~ true:undecided false:covered
    return 5;
  fopen("some other file with a long, long name", "w");
  if (stat("some other file with a long, long name", &status) == 0) //~ undecided
    return 4;
  return 0;
}
