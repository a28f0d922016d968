// gotcha: cover
// verdict: incomplete(
#include <stdio.h>

/* Two streams of one file have a position each. */
int main(void) {
  FILE *first = fopen("a", "r"), *second = fopen("a", "r");
  if (!first) //~ covered
    return 1;
  if (fgetc(first) != 'x') //~ covered
    return 2;
  if (second && fgetc(second) == 'y') //~ true:undecided false:covered
    return 3;
  return 0;
}
