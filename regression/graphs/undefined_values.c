// gotcha: cover --criterion branch --without search --without bmc --without induction --without excursions --without deduction --without control-graph
// verdict: incomplete
// Graphs alone. A value that the program does not determine may be any.
static int f(int n) {
  int x;
  if (n == 1) x = 5; //~ true:covered false:covered
  if (x != 5) return 1; //~ true:undecided false:covered
  return 0;
}
int main(void) {
  f(1);
  f(2);
  int n = 0;
  if (n == 1) goto into; //~ true:unreachable arg false:covered
  {
    int y;
    y = 5;
  into:
    n++;
    if (n == 2 && y != 5) return 2; //~ true:undecided false:covered
  }
  if (n < 2) goto into; //~ true:covered false:undecided
  return 0;
}
