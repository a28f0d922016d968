// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <stdio.h>

/* A refused write gives the stream its buffer: what is pushed back before anything was read then counts where the stream moves on. */
int main(void) {
  FILE *f = fopen("text", "r");
  if (!f) //~ true:covered
    return 1;
  if (fputs("", f) == EOF || fputc('x', f) != EOF) //~ true:unreachable false:covered
    return 2;
  ungetc('y', f);
  if (fseek(f, 3, SEEK_CUR)) //~ false:covered
    return 3;
  if (getc(f) == 'z') { //~ true:covered false:covered
    rewind(f);
    int a = getc(f), b = getc(f), c = getc(f);
    if (c != 'z') //~ true:undecided false:covered
      return 4;
    return a + b;
  }
  return 0;
}
