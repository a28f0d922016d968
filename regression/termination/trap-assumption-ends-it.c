// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void __VERIFIER_assume(int);
unsigned char n;
int main(void) {
  while (1) {
    n++;
    __VERIFIER_assume(n != 0);
  }
}
