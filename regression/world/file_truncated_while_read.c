// gotcha: cover
// verdict: incomplete(
#include <stdio.h>

/* What is left of a file that the program writes to while it reads it is not known. */
int main(void) {
  FILE *in = fopen("a", "r");
  if (!in || fgetc(in) != 'x') //~ covered
    return 1;
  FILE *out = fopen("a", "w");
  if (!out)
    return 2;
  if (fgetc(in) == 'y') //~ undecided
    return 3;
  return 0;
}
