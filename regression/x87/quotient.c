// gotcha: cover --criterion testcomp --data-model ilp32
// verdict: incomplete(
// goals: 4 covered: 3 unreachable: 0 undecided: 1
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);

/* A validator's compiler keeps the quotient in a wider register: it differs from the one that was rounded. */
int main(void) {
  float a = 1.0f, b = 3.0f;
  if (__VERIFIER_nondet_int() == 5) { //~ then:covered else:covered
    float quotient = a / b;
    if (quotient == a / b) return 1; //~ then:undecided else:covered
  }
  return 0;
}
