// gotcha: cover
// verdict: incomplete(
#include <stdio.h>
#include <string.h>

/* Ways to read lines and blocks, one after the other. The end of the input stays, but reading may fail instead. */
int main(void) {
  char line[8], block[3];
  if (!fgets(line, sizeof line, stdin)) //~ covered
    return feof(stdin) ? 1 : 2; //~ true:covered false:undecided
  if (strcmp(line, "ab\n") == 0) //~ covered
    return 3;
  if (fread(block, 1, sizeof block, stdin) < sizeof block) //~ covered
    return 4;
  if (getchar() == EOF && getchar() != EOF) //~ true:undecided false:covered
    return 6;
  return 0;
}
