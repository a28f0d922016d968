// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int **pp = &p;
  if (__VERIFIER_nondet_int()) //~ true:covered false:covered
    *pp = &y;
  **pp = 7;
  if (x == 7 && y == 7) //~ true:unreachable false:covered
    return 1;
  if (x + y == 9) //~ true:covered false:covered
    return 2;
  return 0;
}
