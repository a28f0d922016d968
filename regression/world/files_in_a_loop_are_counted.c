// gotcha: verify
// verdict: true
#include <stdio.h>
#include <string.h>

/* Any number of files of any size, one after the other: each stream is open where it is read. */
static int count(FILE *f) {
  int c;
  unsigned long n = 0;
  while ((c = getc(f)) != EOF)
    n++;
  if (ferror(f))
    return 1;
  printf("%7lu\n", n);
  return 0;
}
int main(int argc, char **argv) {
  int status = 0;
  for (int i = 1; i < argc; i++) {
    FILE *f = strcmp(argv[i], "-") ? fopen(argv[i], "r") : stdin;
    if (!f) {
      status = 1;
      continue;
    }
    status |= count(f);
    if (f != stdin)
      fclose(f);
  }
  return status;
}
