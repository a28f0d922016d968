// gotcha: cover
// verdict: complete
#include <stdio.h>

/* The standard input becomes a file. */
int main(void) {
  if (!freopen("in", "r", stdin)) //~ covered
    return 1;
  int n;
  if (scanf("%d", &n) != 1) //~ covered
    return 2;
  if (n == 42) //~ covered
    return 3;
  return 0;
}
