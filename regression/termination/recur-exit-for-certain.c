// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
void check(int n) {
  if (n == 20) exit(0);
}
int main(void) {
  int n = 0;
  while (1) {
    check(n);
    n++;
  }
}
