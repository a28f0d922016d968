// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int next(void) {
  static unsigned char n;
  n = n + 1;
  return n;
}
int main(void) {
  int last = 0;
  while (last != 100) {
    last = next() == 100 ? 100 : 0;
  }
  return 0;
}
