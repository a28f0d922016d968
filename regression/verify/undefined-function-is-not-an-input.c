// gotcha: verify --property unreach-call
// verdict: unknown
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

extern int helper(int);
int main(void) {
  int r = helper(__VERIFIER_nondet_int());
  if (r == 42)
    reach_error(); //~ UNKNOWN
  return 0;
}
