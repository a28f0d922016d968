// gotcha: query --query cover(@15)+(@17)
// verdict: complete
// goals: 3 covered: 3 unreachable: 0
// Whether a line is reached does not depend on what nobody has set, though the condition reads it: the solver says so of the model's inputs.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int unset, found = 0;
  int x = __VERIFIER_nondet_int();
  int even = unset * 2 % 2;
  if (x == 12345 && even == 0) {
    found = 1;
  }
  if (found) {
    x = 1; //~ covered
  } else {
    x = 2; //~ covered
  }
  return x;
}
