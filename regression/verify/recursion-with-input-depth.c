// gotcha: verify --property unreach-call
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int sum(unsigned char n) {
  return n == 0 ? 0 : n + sum(n - 1);
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 6)
    return 0;
  if (sum(n) != n * (n + 1) / 2)
    reach_error(); //~ HOLDS
  return 0;
}
