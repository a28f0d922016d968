// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);
extern void exit(int) __attribute__((noreturn));
extern void abort(void) __attribute__((noreturn));

static void check(int x) {
  if (x == 1) //~ true:covered false:covered
    exit(0);
  if (x == 2) //~ true:covered false:covered
    abort();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x);
  if (x == 1) //~ true:unreachable false:covered
    return 1;
  if (x == 2) //~ true:unreachable false:covered
    return 2;
  if (x == 3) //~ true:covered false:covered
    return 3;
  return 0;
}
