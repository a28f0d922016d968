// gotcha: cover --criterion statement
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) {
    x = 0; //~ covered
    if (x) //~ covered
      x = 1; //~ unreachable
  }
  return x; //~ covered
}
