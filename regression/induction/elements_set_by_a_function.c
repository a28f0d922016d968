// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void set(int *p, int size) {
  for (int i = 0; i < size; i++)
    p[i] = 42;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 60)
    return 0;
  int a[60], b[60];
  set(a, n);
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  for (int i = 0; i < n; i++)
    if (b[i] != 42)
      reach_error(); //~ HOLDS
  return 0;
}
