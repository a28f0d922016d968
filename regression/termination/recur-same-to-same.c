// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 5) {
    x = x;
  }
  return 0;
}
