// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 7 unreachable: 3 undecided: 0
extern short __VERIFIER_nondet_short(void);

int main(void) {
  short s = __VERIFIER_nondet_short();
  short t = -s;
  if (t == s) { //~ true:covered false:covered
    if (s != 0 && s != -32768) //~ true:unreachable false:covered
      return 1;
    if (s == -32768) //~ true:covered false:covered
      return 2;
  }
  if (-s > 32767) //~ true:unreachable false:covered
    return 3;
  if (s > 32767) //~ true:unreachable false:covered
    return 4;
  return 0;
}
