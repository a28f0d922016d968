extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  if (a + b <= c || a + c <= b || b + c <= a) return 1;
  if (a == b && b == c) return 2;
  if (a == b || b == c || a == c) return 3;
  return 4;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  int kind = classify(a, b, c);
  if (kind == 2 && a == 1234) return 1;
  return 0;
}
