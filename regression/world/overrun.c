// gotcha: verify --property bounds
// verdict: false(bounds)
#include <stdio.h>

/* Three digits too many. */
int main(int argc, char **argv) {
  char digits[4];
  int n = 0;
  if (argc != 2)
    return 1;
  for (char *p = argv[1]; *p; p++)
    if (*p >= '0' && *p <= '9')
      digits[n++] = //~ VIOLATED
          *p;
  digits[n] = 0; //~ VIOLATED
  return digits[0];
}
