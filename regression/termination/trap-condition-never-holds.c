// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100 || x < 0) return 0;
  while (x >= 0) {
    if (x < 1000) x--;
  }
  return 0;
}
