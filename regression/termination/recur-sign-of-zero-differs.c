// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  double zero = 0.0, step = -1.0;
  int n = 0;
  while (1 / zero > 0 || n == 0) {
    n = 1;
    zero = step * 0.0;
  }
  return 0;
}
