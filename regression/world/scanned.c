// gotcha: cover
// verdict: complete
#include <stdio.h>

int main(void) {
  int n;
  unsigned u;
  char word[5];
  int found = scanf("%d,%4s %x", &n, word, &u);
  if (found == EOF) //~ covered
    return 1;
  if (found == 0) //~ covered
    return 2;
  if (found == 1) //~ covered
    return 3;
  if (n == -12 && word[0] == 'q' && found == 3) //~ covered
    return 4;
  return 0;
}
