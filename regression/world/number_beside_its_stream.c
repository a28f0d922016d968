// gotcha: cover
// verdict: incomplete(
#include <stdio.h>
#include <unistd.h>

/* A stream reads ahead. Who reads by number afterwards gets what is left, and the stream's own position is not known either. */
int main(void) {
  char byte;
  FILE *f = fopen("a", "r");
  if (!f || fgetc(f) != 'x') //~ covered
    return 1;
  if (read(fileno(f), &byte, 1) == 1) //~ undecided
    return 2;
  if (fgetc(f) == 'y') //~ undecided
    return 3;
  return 0;
}
