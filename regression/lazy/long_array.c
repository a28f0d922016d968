// gotcha: cover --entry total --lazy-inputs --timeout 2s
// solvers: embedded cvc5 (others need more time for the step)
// verdict: incomplete(unsupported: memory behind what pointers among the inputs lead to (long_array.c:10:3))
// How long an array is nobody knows: what its first elements show is proved, what lies behind them is undecided.
int total(const int *a, unsigned n) {
  int sum = 0;
  if (a && a[0] == 1 && a[0] == 2) { //~ true:UNREACHABLE
    return 1;
  }
  if (a && n < 10 && a[n] == 5 && n == 7) { //~ true:UNDECIDED false:COVERED
    return 2;
  }
  return sum;
}
