// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int add(a, b)
  int a;
  char b;
{
  return a + b;
}
int main() {
  int r = add(__VERIFIER_nondet_int(), 300);
  if (r == 44) //~ true:covered false:covered
    return 1;
  return 0;
}
