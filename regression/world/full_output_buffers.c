// gotcha: cover --failures 1
// verdict: incomplete(
#include <stdio.h>
#include <string.h>

/* With a full buffer, or without one, writing fails at once. */
int main(int argc, char **argv) {
  static char block[3000];
  memset(block, 'x', sizeof block);
  if (argc > 1)
    setvbuf(stdout, 0, _IONBF, 0);
  if (printf("%d\n", argc) < 0) //~ covered
    return 1;
  if (fwrite(block, 1, sizeof block, stdout) != sizeof block) //~ true:undecided false:covered
    return 2;
  if (fwrite(block, 1, sizeof block, stdout) != sizeof block) //~ covered
    return 3;
  return fclose(stdout);
}
