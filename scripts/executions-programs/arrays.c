extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[32], n = 32;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i - 1;
    while (j >= 0 && a[j] > x) { a[j + 1] = a[j]; j--; }
    a[j + 1] = x;
  }
  for (int i = 1; i < n; i++) if (a[i - 1] > a[i]) return 1;
  return 0;
}
