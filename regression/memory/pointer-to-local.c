// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = &x;
  *p = *p + 1;
  if (x == 43) //~ true:covered false:covered
    return 1;
  return 0;
}
