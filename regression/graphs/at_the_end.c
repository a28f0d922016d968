// gotcha: cover --criterion branch --without search --without bmc --without induction --without excursions --without deduction
// verdict: incomplete
// Graphs alone. What the end of the program calls has happened, too.
#include <stdlib.h>
static int state;
static void at_exit(void) {
  if (state == 1) state = 2; //~ true:covered false:undecided
}
int main(void) {
  atexit(at_exit);
  state = 1;
  return 0;
}
