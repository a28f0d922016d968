// gotcha: cover
// verdict: complete
// goals: 8 covered: 7 unreachable: 1 undecided: 0
// Jumps backwards to what does not lead to them again.
extern int __VERIFIER_nondet_int(void);

static int twice(int x) {
  int n = 0;
  goto middle;
begin:
  if (x > 10) //~ covered
    n += 2;
  goto end;
middle:
  n = x == 3 ? 5 : 1; //~ covered
  goto begin;
end:
  return n;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int n = twice(x);
  if (n == 7) //~ true:unreachable false:covered
    return 1;
  if (n == 5) //~ covered
    return 2;
  return 0;
}
