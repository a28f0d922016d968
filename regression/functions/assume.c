// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 3);
  if (x > 2) //~ true:covered false:unreachable
    return 0;
  return 1;
}
