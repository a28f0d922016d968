// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int state = 0;
  while (state != 5) {
    int x = __VERIFIER_nondet_int();
    if (state == 0 && x == 10) state = 1;
    else if (state == 1 && x > 3) state = 2;
    else if (state == 2) state = x == 4 ? 1 : 5;
    else state = 5;
  }
  return 0;
}
