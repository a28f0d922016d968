// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void __VERIFIER_assume(int);
int main(void) {
  while (1) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0);
    __VERIFIER_assume(x < 0);
  }
}
