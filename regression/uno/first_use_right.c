// gotcha: check --property first_use.prop
// verdict: true
extern int __VERIFIER_nondet_int(void);
int setting;

int main(void) {
  int n;
  n = __VERIFIER_nondet_int();
  setting = n;
  int m = setting + 1;
  if (m)
    return m;
  return n;
}
