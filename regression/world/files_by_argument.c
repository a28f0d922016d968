// gotcha: cover
// verdict: complete
// goals: 14 covered: 14 unreachable: 0 undecided: 0
#include <stdio.h>
#include <string.h>
static int number, errors;
static void copy(FILE *in) {
  int c, last = '\n', line = 0;
  while ((c = getc(in)) != EOF) {
    if (number && last == '\n')
      printf("%6d\t", ++line);
    putchar(c);
    last = c;
  }
}
int main(int argc, char **argv) {
  int i = 1;
  if (i < argc && strcmp(argv[i], "-n") == 0) {
    number = 1;
    i++;
  }
  if (i == argc)
    copy(stdin);
  for (; i < argc; i++) {
    if (strcmp(argv[i], "-") == 0) {
      copy(stdin);
      continue;
    }
    FILE *f = fopen(argv[i], "r");
    if (!f) {
      perror(argv[i]);
      errors = 1;
      continue;
    }
    copy(f);
    fclose(f);
  }
  return errors;
}
