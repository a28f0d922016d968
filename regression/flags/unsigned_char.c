// gotcha: cover -funsigned-char -O2 -Wall -g
// verdict: complete
// goals: 6 covered: 4 unreachable: 2
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  if (c < 0) //~ true:unreachable false:covered
    return 1;
  if (c == 200) //~ covered
    return 2;
  int code = '\xff';
  if (code < 0) //~ true:unreachable false:covered
    return 3;
#if '\xff' < 0
  return 4;
#endif
  _Static_assert(_Generic(c, unsigned char: 1, signed char: 2, char: 3) == 3, "a type of its own");
  return "\xff"[0] != 255;
}
