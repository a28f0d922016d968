// gotcha: cover --criterion branch
// verdict: complete
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int a[16384];
int main(void) {
  for (int i = 0; i < 100; i++) //~ true:covered false:covered
    a[i] = i * i;
  unsigned i = __VERIFIER_nondet_uint() & 16383, j = __VERIFIER_nondet_uint() & 16383;
  int c = __VERIFIER_nondet_int();
  if (c > 0) //~ true:covered false:covered
    a[i] = -1;
  else
    a[j] = -2;
  a[7] = 49;
  if (c > 0 && a[i] != -1) //~ true:covered false:covered
    return i == 7 ? 1 : 2; //~ true:covered false:unreachable
  if (c <= 0 && i != j && a[i] < 0) //~ true:unreachable false:covered
    return 3;
  if (a[i] == 81 && j != 9) //~ true:covered false:covered
    return i == 9 ? 4 : 5; //~ true:covered false:unreachable
  if (a[99] == -2) //~ true:covered false:covered
    return c <= 0 && j == 99 ? 6 : 7; //~ true:covered false:unreachable
  return 0;
}
