// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

static int classify(int x) {
  if (x < 0) //~ true:covered false:covered
    return -1;
  if (x == 0) //~ true:covered false:covered
    return 0;
  if (x < 0) //~ true:unreachable false:covered
    return 7;
  return 1;
}
int main(void) {
  int c = classify(__VERIFIER_nondet_int());
  if (c > 1) //~ true:unreachable false:covered
    return 1;
  return c == 0 ? 2 : 0; //~ true:covered false:covered
}
