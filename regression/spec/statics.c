// gotcha: check --spec lock.spc
// with: statics_other.c
// verdict: false(spec)
// paths: feasible: 1 unknown: 0
// Two functions have the same name in two files; main calls itself, so that it ends only where it leaves the program.
extern int __VERIFIER_nondet_int(void);
extern void lock(int *), unlock(int *);
extern int other(int);
int held, rounds;

static void twice(int n) {
  lock(&held);
  if (n == 4)
    unlock(&held);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (rounds++ < 1)
    return main();
  twice(n);
  return other(n);
}
