// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 4 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int p = x, q = y;
  swap(&p, &q);
  if (p != y || q != x) //~ true:unreachable false:covered
    return 1;
  if (p > q) //~ true:covered false:covered
    swap(&p, &q);
  if (p > q) //~ true:unreachable false:covered
    return 2;
  return 0;
}
