// gotcha: query --query cover(@CALL(push)->@CALL(pop)->@CALL(push))+(@CALL(pop).{is_empty()}.@FUNC(pop))+(@CALL(push).@CALL(pop))
// solvers: embedded
// verdict: complete
// goals: 8 covered: 2 unreachable: 6
// Predicates call functions of the program, which tell nothing meanwhile. The first edge in pop comes at once
// after the call; calls of push and pop never follow each other at once.
extern int __VERIFIER_nondet_int(void);
int n;

int is_empty(void) {
  if (n == 0)
    return 1;
  return 0;
}

void push(void) { n = n + 1; }

void pop(void) {
  if (!is_empty())
    n = n - 1;
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_int() > 0)
      push();
    else
      pop();
  }
  return n;
}
