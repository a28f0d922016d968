// gotcha: cover
// verdict: incomplete(
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* What is written to a closed descriptor is refused when it is written out. */
int main(int argc, char **argv) {
  if (argc > 1)
    close(1);
  if (printf("hello\n") < 0) //~ true:undecided false:covered
    return 1;
  if (fflush(stdout) != 0) { //~ covered
    if (errno == EBADF) //~ true:covered false:undecided
      return 2;
    return 3;
  }
  return fclose(stdout);
}
