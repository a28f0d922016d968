// gotcha: cover
// verdict: incomplete(
#include <stdio.h>

static FILE *opened(void) { return fopen("a", "r"); }

/* What was read once is not kept where the program never goes back in a file, and opens files in one place only. */
int main(void) {
  FILE *first = opened();
  if (!first || fgetc(first) != 'x') //~ covered
    return 1;
  FILE *second = opened();
  if (second && fgetc(second) == 'y') //~ undecided
    return 2;
  return 0;
}
