// gotcha: verify
// verdict: unknown(
#include <assert.h>
#include <stdio.h>

/* Closing may fail, also for a stream that was only read. */
int main(void) {
  FILE *f = fopen("a", "r");
  if (f)
    assert(fclose(f) == 0); //~ 1:UNKNOWN
  return 0;
}
