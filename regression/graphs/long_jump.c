// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: incomplete
// Graphs alone. A jump comes back to where its buffer was filled.
#include <setjmp.h>
static jmp_buf back;
static int tries;
static void leave(int n) {
  if (n > 0) longjmp(back, n); //~ true:covered false:undecided
}
int main(void) {
  volatile int kept = 0;
  int got = setjmp(back);
  if (got == 3) return 1; //~ true:covered false:covered
  kept++;
  tries++;
  leave(tries == 2 ? 3 : 1);
  if (tries == 0) return 2;
  return 0;
}
