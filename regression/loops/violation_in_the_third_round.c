// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int level = 0;
  while (__VERIFIER_nondet_int()) {
    int x = __VERIFIER_nondet_int();
    if (x == level + 100)
      level++;
    else
      level = 0;
    if (level == 3)
      reach_error(); //~ VIOLATED
  }
  return 0;
}
