// gotcha: cover -funsigned-char -fsigned-char
// verdict: complete
// goals: 4 covered: 3 unreachable: 1
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  if (c < 0) //~ covered
    return 1;
  if (c == 200) //~ true:unreachable false:covered
    return 2;
  return 0;
}
