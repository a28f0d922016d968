// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

struct ctx { int sum; };
static void visit(void *c, int v) {
  ((struct ctx *)c)->sum += v;
}
static void each(int *a, int n, void (*f)(void *, int), void *c) {
  for (int i = 0; i < n; i++) //~ true:covered false:covered
    f(c, a[i]);
}
int main(void) {
  int a[3] = {1, 2, __VERIFIER_nondet_int()};
  struct ctx c = {0};
  each(a, 3, visit, &c);
  if (c.sum == 0) //~ true:covered false:covered
    return 1;
  return 0;
}
