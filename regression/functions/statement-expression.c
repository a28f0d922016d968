// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = ({ int t = x & 7; t * t; });
  if (y == 49) //~ true:covered false:covered
    return 1;
  if (y > 49) //~ true:unreachable false:covered
    return 2;
  return 0;
}
