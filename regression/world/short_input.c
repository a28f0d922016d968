// gotcha: cover --stdin 2
// verdict: complete
#include <stdio.h>

/* The user says that there are no more bytes: what needs a third one is unreachable. */
int main(void) {
  int n = 0;
  while (getchar() != EOF) {
    n++;
    if (n > 2) //~ true:unreachable false:covered
      return 1;
  }
  if (n == 2) //~ covered
    return 2;
  return 0;
}
