// gotcha: cover --timeout 20s
// verdict: incomplete(
#include <stdio.h>
#include <unistd.h>

/* What nobody knows decides which file is opened first: what one way reads of a file the other reads of another one. */
int main(void) {
  FILE *f = fopen(sysconf(_SC_NPROCESSORS_ONLN) > 2 ? "many" : "few", "r");
  if (!f) //~ undecided
    return 1;
  if (fgetc(f) == 'x') //~ undecided
    return 2;
  return 0;
}
