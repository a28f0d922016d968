// gotcha: cover
// with: constant-elsewhere-there.c
// verdict: complete
// A variable is constant where its definition says so, not where another unit declares it so.
extern int __VERIFIER_nondet_int(void);
extern int *const pointer;
extern int constant;
static int own;

int main(void) {
  *(int **)&pointer = &own;
  *pointer = __VERIFIER_nondet_int();
  if (own == 5) //~ true:covered false:covered
    return 1;
  return constant;
}
