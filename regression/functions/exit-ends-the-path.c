// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

extern void exit(int);
static void check(int x) {
  if (x < 10) //~ true:covered false:covered
    exit(1);
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x);
  if (x < 10) //~ true:unreachable false:covered
    return 1;
  return 0;
}
