// gotcha: cover
// verdict: incomplete(
// goals: 8 covered: 7 unreachable: 0 undecided: 1
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *f = fopen("config", "r");
  if (!f)
    return 1;
  int c = fgetc(f);
  if (c == EOF)
    return 2;
  if (c == 'x' && fgetc(f) == 'y' && fgetc(f) == EOF)
    return 3;
  rewind(f);
  /* Another program may change it meanwhile. */
  if (fgetc(f) != c) //~ true:undecided false:covered
    abort();
  fclose(f);
  return 0;
}
