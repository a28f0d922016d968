// gotcha: verify --property unreach-call
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int d = __VERIFIER_nondet_int();
  int q = 100 / d;
  if (d == 0)
    reach_error(); //~ HOLDS
  if (q == 50 && d != 2)
    reach_error(); //~ HOLDS
  return 0;
}
