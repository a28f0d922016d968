// gotcha: verify --property unreach-call
// verdict: false
// What wraps in a byte is soon behind again, but what is asked is too little.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned often[16];
int main(void) {
  for (unsigned i = 0; i < 1000; i++) {
    often[__VERIFIER_nondet_uint() % 16] += 2;
    for (int k = 0; k < 16; k++)
      if (often[k] > 2 * i + 1)
        reach_error(); //~ VIOLATED
  }
  return 0;
}
