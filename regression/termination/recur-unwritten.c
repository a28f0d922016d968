// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 40) x = 40;
  while (x > 0) {
    int y = x;
    x = y - 1;
  }
  return 0;
}
