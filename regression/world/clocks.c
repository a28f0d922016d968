// gotcha: cover
// verdict: incomplete(
#include <time.h>

/* No test sets the clock. */
int main(void) {
  if (time(0) % 2) //~ undecided
    return 1;
  return 0;
}
