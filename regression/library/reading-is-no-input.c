// gotcha: cover --criterion testcomp
// verdict: incomplete(depends on an indeterminate value
#include <stdio.h>
#include <string.h>

int main(void) {
  int c = getchar();
  if (c == 'x')
    return 1; //~ undecided
  if (c < -1 || c > 255)
    return 2; //~ unreachable
  int a = 5, b = 6;
  int n = scanf("%d %d", &a, &b);
  if (n < 2 && b != 6)
    return 3; //~ unreachable
  if (n == 2 && a == 77)
    return 4; //~ undecided
  char line[8];
  if (fgets(line, sizeof line, stdin)) {
    if (strlen(line) > 7)
      return 5; //~ unreachable
  }
  if (!feof(stdin) && !ferror(stdin) && c == -1)
    return 6; //~ unreachable
  return 0;
}
