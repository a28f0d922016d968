// gotcha: cover --timeout 8s
// verdict: complete
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

/* In proofs too there are numbers that are no error's. */
int main(void) {
  char buffer[64];
  for (;;) {
    int number;
    if (scanf("%d", &number) != 1) //~ true:covered false:covered
      return 0;
    if (strerror_r(number, buffer, sizeof buffer) == buffer) //~ true:covered false:covered
      return 1;
  }
}
