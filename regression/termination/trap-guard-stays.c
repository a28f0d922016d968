// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned n = 0;
  while (x > 0) {
    n++;
    if (n == 7) x = 5;
  }
  return 0;
}
