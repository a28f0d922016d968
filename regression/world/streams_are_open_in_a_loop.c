// gotcha: verify --property library,assertions
// verdict: true
#include <assert.h>
#include <stdio.h>

/* Of two streams that are open at once each is closed by itself, however many there were before. */
int main(int argc, char **argv) {
  FILE *last = NULL;
  for (int i = 2; i < argc; i++) {
    FILE *f = fopen(argv[i], "r"), *g = fopen(argv[i - 1], "w");
    if (f && g)
      assert(f != g);
    if (f)
      fclose(f);
    if (g) {
      putc('a', g);
      fclose(g);
    }
    if (last)
      fclose(last);
    last = fopen(argv[i], "r");
  }
  if (last) {
    getc(last);
    fclose(last);
  }
  return 0;
}
