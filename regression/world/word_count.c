// gotcha: cover
// goals: 22 covered: 22 unreachable: 0 undecided: 0
// verdict: complete
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The command line and the standard input are inputs. */
int main(int argc, char **argv) {
  long lines = 0, words = 0;
  int c, within = 0, what = 0;
  for (int i = 1; i < argc; i++) { //~ covered
    if (strcmp(argv[i], "-l") == 0) //~ covered
      what |= 1;
    else if (strcmp(argv[i], "-w") == 0) //~ covered
      what |= 2;
    else if (argv[i][0] == '-') { //~ covered
      fprintf(stderr, "usage\n");
      return 2;
    }
  }
  while ((c = getchar()) != EOF) { //~ covered
    if (c == '\n') //~ covered
      lines++;
    if (c == ' ' || c == '\n' || c == '\t') { //~ covered
      within = 0;
    } else if (!within) { //~ covered
      within = 1;
      words++;
    }
  }
  if (what & 1) //~ covered
    printf("%ld\n", lines);
  if (what & 2) //~ covered
    printf("%ld\n", words);
  if (words == 3 && lines == 2) //~ covered
    abort();
  return 0;
}
