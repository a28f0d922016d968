// gotcha: verify --property unreach-call
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a * b != b * a)
    reach_error(); //~ HOLDS
  if ((a ^ b ^ a) != b)
    reach_error(); //~ HOLDS
  return 0;
}
