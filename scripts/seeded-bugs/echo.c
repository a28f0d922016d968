#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  int newline = 1, escapes = 0, i = 1;
  for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
    if (!strcmp(argv[i], "-n")) newline = 0;
    else if (!strcmp(argv[i], "-e")) escapes = 1;
    else break;
  }
  for (int first = 1; i < argc; i++, first = 0) {
    if (!first) putchar(' ');
    if (!escapes) { fputs(argv[i], stdout); continue; }
    for (const char *p = argv[i]; *p; p++) {
      int c = (unsigned char)*p;
      if (c == '\\' && p[1]) switch (*++p) {
        case 'n': c = '\n'; break;
        case 't': c = '\t'; break;
        case 'c': return 0;
        case '\\': c = '\\'; break;
        default: putchar('\\'); c = (unsigned char)*p;
      }
      putchar(c);
    }
  }
  if (newline) putchar('\n');
  return 0;
}
