// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  unsigned char a[300];
  for (int i = 0; i < 300; i++) a[i] = 0;
  unsigned char *p = a;
  int go_on = 1;
  while (go_on) {
    *p = 1;
    p = a[0] && p < a + 299 ? p + 1 : p;
    go_on = !a[299];
  }
  return 0;
}
