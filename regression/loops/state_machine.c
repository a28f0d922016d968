// gotcha: verify --property unreach-call --unwind 5
// verdict: true
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int state = 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 0)
      state = 1;
    else if (state == 1)
      state = 0;
    else
      reach_error(); //~ HOLDS
  }
  return 0;
}
