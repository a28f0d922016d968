// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: complete
// Graphs alone: each call has variables of its own.
static int again(int n) {
  int own = n;
  if (n < 3) again(n + 1); //~ true:covered false:covered
  if (own != n) return 1; //~ true:unreachable arg false:covered
  return 0;
}
int main(void) {
  return again(0);
}
