// gotcha: cover --env HOME --env SHELL
// verdict: incomplete(depends on an indeterminate value
#include <stdlib.h>

/* No other variables are set; the program may set them itself, if there is memory. */
int main(void) {
  if (getenv("OTHER")) //~ true:unreachable false:covered
    return 1;
  setenv("ANOTHER", "x", 1);
  if (getenv("ANOTHER")) //~ true:covered false:undecided
    return 2;
  return 0;
}
