// gotcha: cover --criterion branch
// verdict: complete
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int a[1000000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 1000000 || j >= 1000000) //~ true:covered false:covered
    return 0;
  a[i] = __VERIFIER_nondet_int();
  a[5] = 77;
  if (a[j] == 12345) //~ true:covered false:covered
    return 1;
  if (i == j && i != 5 && a[j] != a[i]) //~ true:unreachable false:covered
    return 2;
  if (a[j] == 77 && i != j) //~ true:covered false:covered
    return j == 5 ? 3 : 4; //~ true:covered false:unreachable
  return 0;
}
