// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

static int depth(int n) {
  return n <= 0 ? 0 : 1 + depth(n - 1); //~ true:covered false:covered
}
int main(void) {
  int d = depth(20);
  if (d == 20) //~ true:covered false:unreachable
    d = __VERIFIER_nondet_int();
  if (d == 5) //~ true:covered false:covered
    return 1;
  return 0;
}
