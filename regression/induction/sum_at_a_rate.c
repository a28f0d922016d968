// gotcha: verify --property unreach-call --timeout 8s
// verdict: true
// solvers: embedded (the others need more time)
// How much may be added in one iteration bounds the sum by the number of iterations, which no comparison of the text says.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0, i = 0;
  if (n > 1000000)
    return 0;
  while (i < n) {
    unsigned char v = __VERIFIER_nondet_uchar();
    s += v;
    i++;
  }
  if (s > 255000000)
    reach_error(); //~ HOLDS k-induction 2
  return 0;
}
