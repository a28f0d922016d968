// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int odd(unsigned n);
static int even(unsigned n) {
  if (n == 0) //~ true:covered false:covered
    return 1;
  return odd(n - 1);
}
static int odd(unsigned n) {
  if (n == 0) //~ true:covered false:covered
    return 0;
  return even(n - 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n >= 6) //~ true:covered false:covered
    return 0;
  if (even(n) && odd(n)) //~ true:unreachable false:covered
    return 1;
  if (even(n)) //~ true:covered false:covered
    return 2;
  return 0;
}
