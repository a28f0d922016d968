// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  unsigned short x = 1;
  while (x > 0) x++;
  return 0;
}
