// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int ox = x, oy = y;
  swap(&x, &y);
  if (x == oy && y == ox) //~ true:covered false:unreachable
    return 0;
  return 1;
}
