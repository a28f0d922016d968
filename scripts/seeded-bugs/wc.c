#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
static unsigned long total_lines, total_words, total_bytes;
static int show_lines, show_words, show_bytes;
static void show(unsigned long l, unsigned long w, unsigned long b, const char *name) {
  if (show_lines) printf("%7lu ", l);
  if (show_words) printf("%7lu ", w);
  if (show_bytes) printf("%7lu ", b);
  printf("%s\n", name ? name : "");
}
static int count(FILE *f, const char *name) {
  unsigned long l = 0, w = 0, b = 0;
  int c, in = 0;
  while ((c = getc(f)) != EOF) {
    b++;
    if (c == '\n') l++;
    if (isspace(c)) in = 0;
    else if (!in) { in = 1; w++; }
  }
  if (ferror(f)) return 1;
  show(l, w, b, name);
  total_lines += l; total_words += w; total_bytes += b;
  return 0;
}
int main(int argc, char **argv) {
  int i = 1, status = 0, files = 0;
  for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
    if (!strcmp(argv[i], "--")) { i++; break; }
    for (char *p = argv[i] + 1; *p; p++)
      if (*p == 'l') show_lines = 1;
      else if (*p == 'w') show_words = 1;
      else if (*p == 'c') show_bytes = 1;
      else { fprintf(stderr, "wc: invalid option -- '%c'\n", *p); return 2; }
  }
  if (!show_lines && !show_words && !show_bytes) show_lines = show_words = show_bytes = 1;
  if (i == argc) return count(stdin, NULL);
  for (; i < argc; i++, files++) {
    FILE *f = strcmp(argv[i], "-") ? fopen(argv[i], "r") : stdin;
#if BUG == 1
#else
    if (!f) { fprintf(stderr, "wc: %s: %s\n", argv[i], strerror(errno)); status = 1; continue; }
#endif
    status |= count(f, argv[i]);
    if (f != stdin) fclose(f);
  }
  if (files > 1) show(total_lines, total_words, total_bytes, "total");
  return status;
}
