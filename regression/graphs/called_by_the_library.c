// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: incomplete
// Graphs alone. What the library and the end of the program call has happened, too.
#include <stdlib.h>
static int state;
static void at_end(void) {
  if (state == 1) state = 2; //~ true:covered false:undecided
}
static int compare(const void *a, const void *b) {
  if (state == 0) state = 1; //~ true:covered
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int numbers[2] = {2, 1};
  atexit(at_end);
  qsort(numbers, 2, sizeof numbers[0], compare);
  if (state == 1) return 1; //~ true:covered false:undecided
  return 0;
}
