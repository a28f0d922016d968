// gotcha: cover --failures 1
// verdict: complete
#include <errno.h>
#include <stdio.h>

/* The standard input may be a directory, or closed. */
int main(void) {
  int c = getchar();
  if (c == EOF && ferror(stdin)) { //~ covered
    if (errno == EISDIR) //~ covered
      return 1;
  }
  if (c == 'x') //~ covered
    return 2;
  return 0;
}
