// gotcha: verify --property valid-memsafety --timeout 20s
// verdict: false(valid-deref)
// The only address that a variable holds is used behind the end of what it leads to.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p;
  int n = __VERIFIER_nondet_int();
  {
    int inner = n;
    p = &inner;
    if (*p == 3)
      return 0;
  }
  return *p;
}
