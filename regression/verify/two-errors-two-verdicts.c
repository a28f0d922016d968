// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5 && x == 6)
    reach_error(); //~ HOLDS
  if (x == 7)
    reach_error(); //~ VIOLATED
  return 0;
}
