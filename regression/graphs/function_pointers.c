// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: complete
// Graphs alone: a pointer leads to each function whose address is taken, and only there.
static int state;
static int add(int n) { state = 1; return n + 1; }
static int twice(int n) { state = 2; return 2 * n; }
static int never(int n) {
  if (n > 0) return 1; //~ true:unreachable false:unreachable
  return 0;
}
static int apply(int (*f)(int), int n) { return f(n); }
int main(void) {
  int (*f)(int) = add;
  if (f == never) return 7; //~ true:unreachable arg false:covered
  int a = apply(f, 3);
  if (a == 4 && state == 1) f = twice; //~ true:covered false:unreachable arg
  a = apply(f, a);
  if (a == 8 && state == 2) return 1; //~ true:covered false:unreachable arg
  return 0;
}
