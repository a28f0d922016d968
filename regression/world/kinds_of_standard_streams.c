// gotcha: cover
// verdict: incomplete(
#include <sys/stat.h>
#include <unistd.h>

/* The standard input of a test is a file; elsewhere it may be a terminal, or closed. */
int main(void) {
  struct stat status;
  if (isatty(0)) //~ true:undecided false:covered
    return 1;
  if (fstat(0, &status) != 0) //~ true:undecided false:covered
    return 2;
  if (!S_ISREG(status.st_mode)) //~ true:undecided false:covered
    return 3;
  /* The standard output of a test is a pipe; of the error stream nobody knows. */
  if (isatty(1)) //~ true:undecided false:covered
    return 4;
  if (fstat(1, &status) != 0 || !S_ISFIFO(status.st_mode)) //~ true:undecided false:covered
    return 5;
  if (isatty(2)) //~ undecided
    return 6;
  return 0;
}
