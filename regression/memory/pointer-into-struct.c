// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct s { int a; int b; };
int main(void) {
  struct s x = {1, 2};
  int *p = &x.a;
  if (__VERIFIER_nondet_bool()) //~ true:covered false:covered
    p = &x.b;
  *p = 10;
  if (x.a + x.b == 12) //~ true:covered false:covered
    return 1;
  if (x.a + x.b != 11) //~ true:unreachable false:covered
    return 2;
  return 0;
}
