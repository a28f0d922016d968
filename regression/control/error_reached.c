// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  if (x > 1000)
    y = x - 1000;
  if (y == 1000000)
    reach_error(); //~ VIOLATED
  if (y > 2147483647 - 1000)
    reach_error(); //~ HOLDS
  return 0;
}
