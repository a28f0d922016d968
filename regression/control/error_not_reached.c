// gotcha: verify --property unreach-call
// verdict: true
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error(); //~ HOLDS
  }
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int max = a > b ? a : b;
  __VERIFIER_assert(max >= a && max >= b);
  __VERIFIER_assert(max == a || max == b);
  return 0;
}
