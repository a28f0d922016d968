// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[6] = {0, 1, 2, 3, 4, 5};
  int *p = a + 1, *q = &a[5];
  if (q - p == 4) //~ true:covered false:unreachable
    p += 2;
  if (*p == 3) //~ true:covered false:unreachable
    p--;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) //~ true:covered false:covered
    return 0;
  if (p[n] == 4) //~ true:covered false:covered
    return 1;
  if (p + n > q) //~ true:unreachable false:covered
    return 2;
  return 0;
}
