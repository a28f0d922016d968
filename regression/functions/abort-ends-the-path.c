// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

extern void abort(void);
static void assume_abort_if_not(int cond) {
  if (!cond) //~ true:covered false:covered
    abort();
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x > 100 && x < 103);
  if (x == 101) //~ true:covered false:covered
    return 1;
  if (x != 102) //~ true:unreachable false:covered
    return 2;
  return 0;
}
