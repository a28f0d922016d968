// gotcha: cover
// verdict: complete
#include <stdio.h>
#include <string.h>

/* However many arguments there are, and however long they are. */
int main(int argc, char **argv) {
  int seen = 0;
  if (argc < 1) //~ true:UNREACHABLE false:covered
    puts("no name");
  for (int i = 1; i < argc; i++) { //~ true:covered false:covered
    if (strcmp(argv[i], "-x") == 0) //~ true:covered false:covered
      seen = 1;
    if (i >= argc) //~ true:UNREACHABLE false:covered
      puts("too far");
  }
  if (seen > 1) //~ true:UNREACHABLE false:covered
    puts("more than a flag");
  if (argv[argc] != NULL) //~ true:UNREACHABLE false:covered
    puts("no end");
  while (*++argv) //~ true:covered false:covered
    seen = 2;
  if (seen == 3) //~ true:UNREACHABLE false:covered
    puts("never set");
  return seen;
}
