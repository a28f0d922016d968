// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  unsigned x = 5;
  while (__VERIFIER_nondet_int() == 3) {
    x += 8;
    if ((x & 5) != 5) return 1;
  }
  return 0;
}
