// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int a = 1, b = 2, c = 3;
  for (int i = 0; i < 4; i++) a += i;
  while (a != b) {
    int t = a;
    a = b;
    b = c;
    c = t;
  }
  return 0;
}
