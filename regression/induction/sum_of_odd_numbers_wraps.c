// gotcha: verify --property unreach-call --timeout 15s
// verdict: false
// Once the sum has wrapped it is not the square of a wider number.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned short sum = 0, odd = 1;
  unsigned n = __VERIFIER_nondet_uint(), i;
  for (i = 0; i < n; i++) {
    sum += odd;
    odd += 2;
  }
  if (sum != i * i)
    reach_error(); //~ VIOLATED
  return 0;
}
