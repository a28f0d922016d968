// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction --timeout 8s
// verdict: incomplete
// Graphs alone. Deeper calls than they follow are not excluded, nor what comes after them.
static int depth;
static int down(int n) {
  if (n == 18) depth = 1; //~ true:covered false:covered
  int below = n < 18 ? down(n + 1) : 0;
  return below + 1;
}
int main(void) {
  int n = down(0);
  if (depth == 1) return n; //~ true:covered false:undecided
  return 0;
}
