// gotcha: verify --property unreach-call --timeout 8s
// verdict: false
// Beside sum_at_a_rate.c: 255 for each iteration is more than is asked for, but one iteration adds two.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0, i = 0;
  if (n > 3)
    return 0;
  while (i < n) {
    unsigned char v = __VERIFIER_nondet_uchar();
    s += v;
    if (i == 2)
      s++;
    i++;
  }
  if (s > 765)
    reach_error(); //~ VIOLATED
  return 0;
}
