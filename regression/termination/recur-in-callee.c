// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int g;
void wait_for(int what) {
  while (g != what) {
    int seen = g;
    g = seen;
  }
}
int main(void) {
  g = __VERIFIER_nondet_int();
  wait_for(3);
  return 0;
}
