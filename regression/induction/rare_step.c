// gotcha: verify --property unreach-call --timeout 4s
// verdict: unknown(
// Beside sum_at_a_rate.c: that s is at most 15 for each iteration holds in every run that anybody has seen, but not in all: no proof may believe it.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0, i = 0;
  if (n > 200000000)
    return 0;
  while (i < n) {
    s += __VERIFIER_nondet_uchar() & 15;
    if (i == 100000000)
      s++;
    i++;
  }
  if (s > 15 * i)
    reach_error(); //~ UNKNOWN
  return 0;
}
