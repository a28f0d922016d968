#include <errno.h>
#include <stdio.h>
#include <string.h>
/* files one after the other, with numbers of lines */
static unsigned long number;
static int copy(FILE *f, int numbers) {
  int c, start = 1;
  while ((c = getc(f)) != EOF) {
    if (start && numbers) printf("%6lu\t", ++number);
    start = c == '\n';
    if (putchar(c) == EOF) return 1;
  }
  return ferror(f);
}
int main(int argc, char **argv) {
  int i = 1, numbers = 0, status = 0;
  if (i < argc && !strcmp(argv[i], "-n")) { numbers = 1; i++; }
  if (i == argc) return copy(stdin, numbers);
  for (; i < argc; i++) {
    FILE *f = strcmp(argv[i], "-") ? fopen(argv[i], "r") : stdin;
    if (!f) { fprintf(stderr, "cat: %s: %s\n", argv[i], strerror(errno)); status = 1; continue; }
    if (copy(f, numbers)) status = 1;
    if (f != stdin && fclose(f)) status = 1;
  }
  return status;
}
