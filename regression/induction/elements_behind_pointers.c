// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 60)
    return 0;
  int *a = malloc(n * sizeof *a);
  if (!a)
    return 0;
  unsigned char b[n];
  long c[60];
  for (int i = 0; i < n; i++) {
    a[i] = i % 10;
    b[i] = 7;
    c[i] = i;
  }
  for (int i = 0; i < n; i++) {
    int x = b[i];
    if (a[i] < 0 || a[i] >= 10)
      reach_error(); //~ HOLDS
    if (x != 7)
      reach_error(); //~ HOLDS
    if (c[i] != i)
      reach_error(); //~ HOLDS
  }
  return 0;
}
