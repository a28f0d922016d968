// gotcha: verify --property no-overflow -fwrapv -ftrapv
// verdict: false(no-overflow)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return x + 1; //~ VIOLATED
}
