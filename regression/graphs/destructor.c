// gotcha: cover --criterion branch --without search --without bmc --without induction --without excursions --without deduction
// verdict: incomplete
// Graphs alone. What the end of the program calls has happened, too.
static int state;
__attribute__((destructor)) static void last(void) {
  if (state == 1) state = 2; //~ true:covered false:undecided
}
int main(void) {
  state = 1;
  return 0;
}
