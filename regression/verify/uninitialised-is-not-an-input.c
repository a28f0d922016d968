// gotcha: verify --property unreach-call
// verdict: unknown
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x;
  int y = __VERIFIER_nondet_int();
  if (x == 42 && y == 1)
    reach_error(); //~ UNKNOWN
  return 0;
}
