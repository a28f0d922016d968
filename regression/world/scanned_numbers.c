// gotcha: cover
// verdict: complete
#include <stdio.h>

int main(void) {
  int a, b, found = scanf("%3d%i", &a, &b);
  if (found == 2 && a == -12 && b == 31) //~ covered
    return 1;
  if (found == 2 && b == -1) //~ covered
    return 2;
  if (found == 1 && a == 0) //~ covered
    return 3;
  return 0;
}
