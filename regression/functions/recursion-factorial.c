// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned fact(unsigned n) {
  if (n == 0) //~ true:covered false:covered
    return 1;
  return n * fact(n - 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5) //~ true:covered false:covered
    return 0;
  unsigned f = fact(n);
  if (f == 120) //~ true:covered false:covered
    return 1;
  if (f == 100) //~ true:unreachable false:covered
    return 2;
  return 0;
}
