// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 5;
  int *p = 0;
  if (__VERIFIER_nondet_int() > 0) //~ true:covered false:covered
    p = &x;
  if (p) //~ true:covered false:covered
    *p = 6;
  if (p != 0 && *p == 6) //~ true:covered false:covered
    return 1;
  if (x == 6) //~ true:unreachable false:covered
    return 2;
  return 0;
}
