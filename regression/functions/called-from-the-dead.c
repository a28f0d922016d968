// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int deeper(int x) {
  while (x > 0) //~ true:unreachable false:unreachable
    x--;
  return x;
}
int dead(int x) {
  return deeper(x) + 1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != x) //~ true:unreachable false:covered
    return dead(x);
  return 0;
}
