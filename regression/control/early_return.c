// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

static int clamp(int x, int low, int high) {
  if (x < low) //~ true:covered false:covered
    return low;
  if (x > high) //~ true:covered false:covered
    return high;
  return x;
}

int main(void) {
  int x = clamp(__VERIFIER_nondet_int(), -3, 3);
  if (x < -3 || x > 3) //~ true:unreachable false:covered
    return 1;
  if (clamp(x, 0, 10) == 3) { //~ true:covered false:covered
    if (x != 3) //~ true:unreachable false:covered
      return 2;
  }
  return 0;
}
