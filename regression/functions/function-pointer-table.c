// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const op ops[] = {add, sub, mul};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 3) //~ true:covered false:covered
    return 0;
  int r = ops[i](6, 7);
  if (r == 42) //~ true:covered false:covered
    return 1;
  if (r == -1) //~ true:covered false:covered
    return 2;
  if (r != 13) //~ true:unreachable false:covered
    return 3;
  return 0;
}
