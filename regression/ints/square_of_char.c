// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern char __VERIFIER_nondet_char(void);

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  int square = c * c;
  if (square < 0) //~ true:unreachable false:covered
    return 1;
  if (square > 16384) //~ true:unreachable false:covered
    return 2;
  if (square == 16384) //~ true:covered false:covered
    return 3;
  signed char narrow = square;
  if (narrow < 0) //~ true:covered false:covered
    return 4;
  return 0;
}
