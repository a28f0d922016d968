// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int unused(int x) {
  if (x > 0) //~ true:unreachable dominator false:unreachable dominator
    return 1;
  return 0;
}
int main(void) {
  if (__VERIFIER_nondet_int()) //~ true:covered false:covered
    return 1;
  return 0;
}
