// gotcha: cover --jobs 1
// verdict: complete
// goals: 6 covered: 6
// Every run that goes on crashes. Goals before the last input are covered by tests that end there, the last ones by a test of their own each.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0;
  if (__VERIFIER_nondet_int() > 3) //~ covered
    n++;
  if (__VERIFIER_nondet_int() > 3) //~ covered
    n++;
  if (__VERIFIER_nondet_int() > 3) //~ covered
    n++;
  return n / (n - n);
}
