// gotcha: cover
// verdict: incomplete(limit: a run that needs more than 1024 MiB of memory)
#include <stdio.h>
#include <stdlib.h>

/* A run that needs so much memory is not followed, and that is said. */
int main(void) {
  char *p = malloc(1u << 30);
  if (getchar() == 'x') //~ undecided
    p[5] = 1;
  return 0;
}
