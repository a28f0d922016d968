// gotcha: cover --criterion branch --without search --without bmc --without induction --without excursions --without deduction
// verdict: incomplete
// Graphs alone. Deeper calls than they follow are not excluded, nor what comes after them.
static int depth;
static int down(int n) {
  int own = n;
  if (n == 18) depth = 1; //~ true:covered false:covered
  int below = n < 18 ? down(n + 1) : 0;
  if (own != n) depth = 2; //~ true:undecided false:covered
  return below + 1;
}
int main(void) {
  int n = down(0);
  if (depth == 1) return n; //~ true:covered false:undecided
  return 0;
}
