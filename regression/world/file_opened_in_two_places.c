// gotcha: cover --timeout 20s
// verdict: incomplete(
#include <stdio.h>

/* A program that opens files in several places may read one again. */
int main(void) {
  FILE *first = fopen("a", "r");
  if (!first || fgetc(first) != 'x' || fgetc(first) != 'y') //~ covered
    return 1;
  FILE *second = fopen("a", "rb");
  if (!second) //~ true:undecided false:covered
    return 2;
  if (fgetc(second) != 'x') //~ true:undecided false:covered
    return 3;
  if (fgetc(first) == 'z') //~ covered
    return 4;
  if (fgetc(second) == 'y' && fgetc(second) == EOF) //~ covered
    return 5;
  return 0;
}
