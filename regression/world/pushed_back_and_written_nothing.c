// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <stdio.h>

/* Nothing written gives the stream its buffer: what is pushed back before anything was read then counts where the stream moves on. */
int main(void) {
  FILE *f = fopen("text", "r");
  if (!f || fputs("", f) == EOF) //~ true:covered
    return 1;
  ungetc('y', f);
  if (fseek(f, 3, SEEK_CUR)) //~ false:covered
    return 2;
  if (getc(f) == 'z') { //~ true:covered false:covered
    rewind(f);
    int a = getc(f), b = getc(f), c = getc(f);
    if (c != 'z') //~ true:undecided false:covered
      return 3;
    return a + b;
  }
  return 0;
}
