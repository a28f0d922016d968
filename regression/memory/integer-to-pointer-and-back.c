// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3, y = 4;
  unsigned long u = (unsigned long)&x;
  if (__VERIFIER_nondet_int()) //~ true:covered false:covered
    u = (unsigned long)&y;
  int *p = (int *)u;
  *p = 9;
  if (x == 9) //~ true:covered false:covered
    return 1;
  if (y != 9) //~ true:unreachable false:covered
    return 2;
  return 0;
}
