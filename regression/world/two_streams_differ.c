// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <stdio.h>

/* What is open at the same time is not the same, in proofs neither. */
int main(void) {
  for (unsigned i = 0; getchar() != EOF; i++) { //~ covered
    FILE *first = fopen("a", "r"), *second = fopen("b", "r");
    if (!first || !second) //~ true:covered
      return 1;
    if (i > 500 && first != second) //~ true:covered
      return 2;
    if (fclose(first) || fclose(second)) //~ true:undecided
      return 3;
  }
  return 4;
}
