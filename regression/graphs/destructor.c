// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: incomplete
// Graphs alone. They do not follow what the end of the program calls, and exclude nothing there.
static int state;
__attribute__((destructor)) static void last(void) {
  if (state == 1) state = 2; //~ undecided
}
int main(void) {
  state = 1;
  return 0;
}
