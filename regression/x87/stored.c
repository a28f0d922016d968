// gotcha: cover --criterion testcomp --data-model ilp32
// verdict: complete
// goals: 2 covered: 2 unreachable: 0 undecided: 0
extern float __VERIFIER_nondet_float(void);

/* What is stored is rounded, in either way. */
int main(void) {
  float f = __VERIFIER_nondet_float();
  float sum = f + 1.0f;
  if (sum == 4.0f) return 1; //~ then:covered else:covered
  return 0;
}
