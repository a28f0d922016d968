// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: incomplete
// Graphs alone. What runs before the program has happened, too.
static int state;
__attribute__((constructor)) static void first(void) { state = 1; }
int main(void) {
  if (state == 1) return 1; //~ true:covered false:undecided
  return 0;
}
