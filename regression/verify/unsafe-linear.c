// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x * 3 == 9)
    reach_error(); //~ VIOLATED
  return 0;
}
