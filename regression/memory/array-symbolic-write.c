// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0, 0, 0, 0};
  unsigned i = __VERIFIER_nondet_uint() % 4;
  a[i] = 9;
  int sum = a[0] + a[1] + a[2] + a[3];
  if (sum == 9) //~ true:covered false:unreachable
    sum = 0;
  if (a[2] == 9) //~ true:covered false:covered
    return 1;
  return 0;
}
