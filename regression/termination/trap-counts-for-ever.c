// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  unsigned n = 0;
  while (1) {
    n += 3;
    if (n % 4 > 3) exit(0);
  }
}
