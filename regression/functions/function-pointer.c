// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? inc : dec; //~ true:covered false:covered
  int r = f(10);
  if (r == 11) //~ true:covered false:covered
    return 1;
  if (r != 9) //~ true:unreachable false:covered
    return 2;
  return 0;
}
