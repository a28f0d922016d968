// gotcha: cover
// verdict: incomplete(
#include <stdio.h>

/* What was read once is not kept where the program never goes back in a file. */
int main(void) {
  FILE *first = fopen("a", "r");
  if (!first || fgetc(first) != 'x') //~ covered
    return 1;
  FILE *second = fopen("a", "r");
  if (second && fgetc(second) == 'y') //~ undecided
    return 2;
  return 0;
}
