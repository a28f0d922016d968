// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <stdio.h>

/* A number may be short, and infinities have no digits. What is printed decides nothing elsewhere. */
int main(int argc, char **argv) {
  double x = argc;
  char text[600];
  printf("%f %5.1f\n", x, x / 3);
  if (argc > 2) //~ covered
    return 1;
  if (snprintf(text, sizeof text, "%g", x) < 8) //~ undecided
    return 2;
  if (snprintf(text, sizeof text, "%.3f", x / 0.0) < 5) //~ undecided
    return 3;
  return 0;
}
