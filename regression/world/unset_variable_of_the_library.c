// gotcha: cover --timeout 3s
// verdict: incomplete(
#include <stdlib.h>

/* Tests run without variables that the C library reads too, and a proof must not rest on that. */
int main(void) {
  if (getenv("POSIXLY_CORRECT")) //~ true:undecided false:covered
    return 1;
  return 0;
}
