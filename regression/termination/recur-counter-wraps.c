// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  unsigned char c = 1;
  while (c != 0) c++;
  return 0;
}
