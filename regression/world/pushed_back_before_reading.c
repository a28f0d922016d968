// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <stdio.h>

/* What is pushed back before anything was read counts for nothing where the stream moves on. */
int main(void) {
  FILE *f = fopen("text", "r");
  if (!f) //~ true:covered
    return 1;
  ungetc('x', f);
  if (fseek(f, 3, SEEK_CUR)) //~ false:covered
    return 2;
  if (getc(f) == 'z') { //~ true:covered false:covered
    rewind(f);
    int a = getc(f), b = getc(f), c = getc(f), d = getc(f);
    if (d != 'z') //~ true:undecided false:covered
      return 3;
    return a + b + c;
  }
  return 0;
}
