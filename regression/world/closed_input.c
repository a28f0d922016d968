// gotcha: cover --failures 1
// verdict: incomplete(
#include <errno.h>
#include <stdio.h>

/* The standard input may be closed. */
int main(void) {
  int c = getchar();
  if (c == EOF && ferror(stdin) && errno == EBADF) { //~ covered
    if (fclose(stdin) == EOF) //~ true:covered false:undecided
      return 1;
    return 2;
  }
  if (fclose(stdin) == EOF) //~ true:undecided false:covered
    return 3;
  return 0;
}
