// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <stdio.h>

/* Moving to before the beginning fails; what was read last and pushed back is read again, another character is not. */
int main(void) {
  FILE *f = fopen("numbers", "r");
  if (!f) //~ true:covered
    return 1;
  int first = getc(f), second = getc(f);
  if (first != 'a' || second != 'b') //~ true:covered false:covered
    return 2;
  ungetc('b', f);
  if (fseek(f, -5, SEEK_SET) == 0 || getc(f) != 'b') //~ true:undecided false:covered
    return 3;
  ungetc('x', f);
  if (fseek(f, -5, SEEK_SET) == 0 || getc(f) == 'x') //~ true:covered false:covered
    return 4;
  return 0;
}
