// gotcha: cover
// verdict: incomplete(
#include <stdio.h>

/* What the program has written is nothing that a test may choose. */
int main(void) {
  FILE *f = fopen("a", "w");
  if (!f) //~ true:undecided false:covered
    return 1;
  fputs("hello", f);
  fclose(f);
  f = fopen("a", "r");
  if (f && fgetc(f) == 'x') //~ undecided
    return 2;
  return 0;
}
