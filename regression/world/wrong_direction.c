// gotcha: cover
// verdict: complete
// goals: 8 covered: 5
#include <errno.h>
#include <stdio.h>

/* What is opened to be read is not written. */
int main(void) {
  FILE *f = fopen("a", "r");
  if (!f) //~ covered
    return 1;
  if (fputc('x', f) != EOF) //~ true:unreachable false:covered
    return 2;
  if (!ferror(f)) //~ true:unreachable false:covered
    return 3;
  if (fgetc(stdout) != EOF) //~ true:unreachable false:covered
    return 4;
  return 0;
}
