// gotcha: cover
// verdict: complete
#include <stdio.h>
#include <string.h>

/* A file of a test may have newlines and blanks in its name. */
int main(int argc, char **argv) {
  if (argc < 2) //~ covered
    return 1;
  if (strcmp(argv[1], "a\nb c") != 0) //~ covered
    return 2;
  FILE *f = fopen(argv[1], "r");
  if (!f) //~ covered
    return 3;
  if (getc(f) == 'x') //~ covered
    return 4;
  return 5;
}
