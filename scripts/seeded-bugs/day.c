#include <stdio.h>
#include <stdlib.h>
static const char *day[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    int n = atoi(argv[i]);
#if BUG == 1
    if (n > 7) { fputs("too large\n", stderr); return 1; }
#else
    if (n < 1 || n > 7) { fputs("too large\n", stderr); return 1; }
#endif
    puts(day[n - 1]);
  }
  return 0;
}
