// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int a = sizeof (int[]){1, 2, 3};
  int b = sizeof (char[]){1, 2}[1];
  if (x == a) //~ true:covered false:covered
    return 1;
  if (a != 3 * sizeof(int) || b != 1) //~ true:unreachable false:covered
    return 2;
  return 0;
}
