// gotcha: cover --criterion branch --timeout 3s
// verdict: incomplete
// wrong: complete (a square of 64 bits is never negative here, which is hard to prove bit by bit)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  long long y = (long long)x * x;
  if (y < 0) //~ false:covered
    return 1;
  if (x * x < 0) //~ true:covered false:covered
    return 2;
  return 0;
}
