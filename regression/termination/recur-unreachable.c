// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  unsigned x = (unsigned)__VERIFIER_nondet_int();
  if (x * x % 4 == 3) {
    while (1) ;
  }
  return 0;
}
