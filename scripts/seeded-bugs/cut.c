#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { MOST = 16 };
static struct { int from, to; } range[MOST];
static int ranges;
static int parse(const char *list) {
  while (*list) {
    char *end;
    long from = 1, to;
    if (*list != '-') {
      from = strtol(list, &end, 10);
      if (end == list || from < 1 || from > 1000) return 0;
      list = end;
    }
    to = from;
    if (*list == '-') {
      list++;
      to = strtol(list, &end, 10);
      if (end == list) to = 1000;
      list = end;
    }
    if (to < from || to > 1000) return 0;
#if BUG == 1
#else
    if (ranges == MOST) return 0;
#endif
    range[ranges].from = (int)from;
    range[ranges].to = (int)to;
    ranges++;
    if (*list == ',') { list++; if (!*list) return 0; }
    else if (*list) return 0;
  }
  return ranges > 0;
}
static int selected(int n) {
  for (int i = 0; i < ranges; i++)
    if (range[i].from <= n && n <= range[i].to) return 1;
  return 0;
}
int main(int argc, char **argv) {
  char delimiter = '\t', *list = NULL;
  int fields = 0, i;
  for (i = 1; i < argc && argv[i][0] == '-'; i++) {
    if (argv[i][1] == 'd' && i + 1 < argc) delimiter = argv[++i][0];
    else if ((argv[i][1] == 'f' || argv[i][1] == 'c') && i + 1 < argc) { fields = argv[i][1] == 'f'; list = argv[++i]; }
    else { fputs("usage: cut -c LIST | -f LIST [-d C]\n", stderr); return 1; }
  }
#if BUG == 2
  if (!parse(list)) { fputs("cut: bad list\n", stderr); return 1; }
#else
  if (!list || !parse(list)) { fputs("cut: bad list\n", stderr); return 1; }
#endif
  int c, at = 1, first = 1;
  while ((c = getchar()) != EOF) {
    if (c == '\n') { putchar(c); at = 1; first = 1; continue; }
    if (!fields) { if (selected(at)) putchar(c); at++; continue; }
    if (c == delimiter) { at++; if (selected(at) && !first) putchar(c); continue; }
    if (selected(at)) { putchar(c); first = 0; }
  }
  return 0;
}
