// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  long long y = (long long)x * x;
  if (y < 0) //~ true:unreachable false:covered
    return 1;
  if (x * x < 0) //~ true:covered false:covered
    return 2;
  return 0;
}
