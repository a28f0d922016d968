// gotcha: cover
// verdict: complete
#include <stdio.h>

int main(void) {
  if (getchar() != EOF) //~ covered
    return 0;
  if (getchar() != EOF || !feof(stdin)) //~ true:unreachable false:covered
    return 1;
  return 3;
}
