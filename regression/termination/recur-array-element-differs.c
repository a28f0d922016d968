// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int a[8] = {0};
  int i = 0, sum = 0;
  while (sum < 8) {
    a[(i + 3) % 8] = 1;
    i = (i + 1) % 8;
    if (i == 0) {
      sum = a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7];
    }
  }
  return 0;
}
