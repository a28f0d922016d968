// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 10;
  if (x < 12345) return 0;
  while (y != 0) {
    if (x == 77777) y = y % 3 + 1;
    else y--;
  }
  return 0;
}
