// gotcha: verify --property unreach-call
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned y = (unsigned)x & 0xff;
  if (y > 255)
    reach_error(); //~ HOLDS
  return 0;
}
