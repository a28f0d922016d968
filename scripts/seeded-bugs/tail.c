#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* the last lines of the standard input */
static char line[16][64];
int main(int argc, char **argv) {
  int c, most = 10;
  while ((c = getopt(argc, argv, "n:")) != -1) {
    if (c != 'n') return 2;
    most = atoi(optarg);
  }
#if BUG == 1
  if (most < 0 || most > 16) return 2;
#else
  if (most < 1 || most > 16) return 2;
#endif
  unsigned n = 0;
  while (fgets(line[n % (unsigned)most], sizeof line[0], stdin)) n++;
  unsigned first = n > (unsigned)most ? n - (unsigned)most : 0;
  for (unsigned i = first; i < n; i++) fputs(line[i % (unsigned)most], stdout);
  return 0;
}
