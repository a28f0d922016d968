// gotcha: cover
// verdict: complete
// goals: 4 covered: 3 unreachable: 1 undecided: 0 tests: 2
// A call of the error function ends the run, also where nobody defines it: natively, too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) //~ covered
    reach_error();
  if (x == 11) //~ true:unreachable false:covered
    return 1;
  return 0;
}
