// gotcha: verify --property unreach-call
// verdict: true
// sizes: LAW=0 LAW=1
/* Products of 64 bits: grouped in another way, and over a sum. */
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong(), c = __VERIFIER_nondet_ulonglong();
#if LAW
  if (a * (b + c) != a * b + a * c)
#else
  if ((a * b) * c != a * (b * c))
#endif
    reach_error();
  return 0;
}
