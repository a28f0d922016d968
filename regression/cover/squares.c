// gotcha: cover
// verdict: complete
// goals: 4 covered: 3 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int square = x * x;
  if (square == 1521) //~ true:covered false:covered
    return 1;
  if (square % 4 == 3) //~ true:unreachable false:covered
    return 2;
  return 0;
}
