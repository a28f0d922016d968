// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  unsigned char n = 1;
  unsigned x = 0;
  while (1) {
    n++;
    x += 100 / n;
  }
}
