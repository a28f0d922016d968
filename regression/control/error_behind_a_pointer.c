// gotcha: verify --property unreach-call
// verdict: false
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static void nothing(void) {}

int main(void) {
  void (*f)(void) = nothing;
  if (__VERIFIER_nondet_int() == 3)
    f = reach_error;
  f();
  return 0;
}
