// gotcha: cover --files 1,2
// verdict: complete
#include <stdio.h>

/* One file at most, of two bytes at most, is there. */
int main(void) {
  FILE *f = fopen("first", "r"), *g = fopen("second", "r");
  if (f && g) //~ true:unreachable false:covered
    return 1;
  if (g) //~ covered
    return 2;
  if (!f) //~ covered
    return 3;
  if (getc(f) == 'x' && getc(f) == 'y') //~ covered
    if (getc(f) != EOF) //~ true:unreachable false:covered
      return 4;
  return 0;
}
