// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0;
  int n = __VERIFIER_nondet_int();
  if (n == 3) //~ true:covered false:covered
    n = *p;
  if (n == 3) //~ true:unreachable false:covered
    return 1;
  return 0;
}
