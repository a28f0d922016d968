// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  for (unsigned i = 0; i < 1000; i++) {
    int j = 0;
    while (j < 2) {
      if (i == 3) j = 1 - j;
      else j++;
    }
  }
  return 0;
}
