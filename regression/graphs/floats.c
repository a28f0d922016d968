// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: incomplete
// Graphs alone: they compute nothing with floats.
int main(void) {
  double x = 0.1;
  int n = 0;
  if (x + 0.2 != 0.3) n = 1; //~ true:covered false:undecided
  if (n == 1) n = (int)(x * 30.0); //~ true:covered false:undecided
  if (n == 3) return 1; //~ true:covered false:undecided
  return 0;
}
