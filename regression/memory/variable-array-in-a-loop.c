// gotcha: cover --criterion branch
// verdict: complete
// Each round has an array of its own: they do not pile up.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 1 + __VERIFIER_nondet_uchar() % 2, sum = 0;
  for (int i = 0; i < 100; i++) { //~ true:covered false:covered
    char a[n * 100000];
    a[n * 100000 - 1] = i;
    sum += a[n * 100000 - 1];
  }
  for (int i = 0; i < 40; i++) {
    int a[n];
    a[n - 1] = __VERIFIER_nondet_int();
    sum ^= a[n - 1];
  }
  if (sum == 99) //~ true:covered false:covered
    return 1;
  return 0;
}
