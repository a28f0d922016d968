// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  while (1) {
    if (__VERIFIER_nondet_int() == 7) exit(0);
  }
}
