// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 7 unreachable: 3 undecided: 0
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  unsigned char u = c;
  if (c < 0) { //~ true:covered false:covered
    if (u < 128) //~ true:unreachable false:covered
      return 1;
  }
  if (u == c) //~ true:covered false:covered
    return u > 127 ? 2 : 0; //~ true:unreachable false:covered
  if (u - c == 256) //~ true:covered false:unreachable
    return 3;
  return 4;
}
