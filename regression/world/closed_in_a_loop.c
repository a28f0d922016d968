// gotcha: verify --property library --timeout 20s
// verdict: false(library)
#include <stdio.h>

/* The stream is closed when it is read. */
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    FILE *f = fopen(argv[i], "r");
    if (!f)
      continue;
    fclose(f);
    if (argc == 3)
      getc(f);
  }
  return 0;
}
