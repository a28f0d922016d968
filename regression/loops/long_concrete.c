// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 5 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 100000; i++) //~ true:covered false:covered
    sum += i;
  if (sum != 704982704u) //~ true:unreachable false:covered
    return 1;
  int x = __VERIFIER_nondet_int();
  if (x == 4242) //~ true:covered false:covered
    return 2;
  return 0;
}
