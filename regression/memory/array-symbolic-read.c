// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int a[5] = {10, 20, 30, 40, 50};
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 5) //~ true:covered false:covered
    return 0;
  if (a[i] == 40) //~ true:covered false:covered
    return 1;
  if (a[i] == 35) //~ true:unreachable false:covered
    return 2;
  return 0;
}
