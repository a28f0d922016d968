// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int i = 0;
  while (i < 6) {
    int j = 0;
    while (j < 3) j++;
    i++;
  }
  return 0;
}
