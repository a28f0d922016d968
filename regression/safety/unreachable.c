// gotcha: verify --property unreachable
// verdict: false(unreachable)
extern int __VERIFIER_nondet_int(void);

static int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
  __builtin_unreachable(); //~ VIOLATED
}

static int parity(int x) {
  switch (x & 1) {
  case 0:
    return 0;
  case 1:
    return 1;
  default:
    __builtin_unreachable(); //~ HOLDS
  }
}


int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7)
    return sign(0);
  if (x != 0)
    return sign(x);
  return parity(x);
}
