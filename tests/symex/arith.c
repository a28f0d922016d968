// Arithmetic at its edges, short circuits that protect operands, recursion.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int fact(int n) {
  if (n <= 1)
    return 1;
  return n * fact(n - 1);
}
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int t[4] = {1, 2, 3, 4};
  if (b != 0 && a / b > 2)
    a++;
  if (a % 3 == 1 || 10 / a == 5)
    b++;
  if (a >= 0 && a < 4 && t[a] == 3)
    b--;
  if ((a << b) == 8)
    a = 1;
  if ((a >> 1) < -1)
    a = 2;
  unsigned u = __VERIFIER_nondet_uint();
  if (u - 1 > 4000000000u)
    a = 3;
  long long l = __VERIFIER_nondet_longlong();
  if (l * 3 == 9 && (int)l != 3)
    a = 4;
  signed char c = __VERIFIER_nondet_char();
  c += 100;
  if (c < 0)
    a = 5;
  _Bool flag = __VERIFIER_nondet_bool();
  _Bool other = a;
  if (flag != other)
    a = 6;
  if (fact(b) == 6)
    a = 7;
  if (fact(5) == 120)
    a = 8;
  if (even(u))
    a = 9;
  switch (a) {
  case 3:
    b = 1;
  case 4:
    b = 2;
    break;
  default:
    b = 3;
    break;
  case 9:
    b = 4;
  }
  if (b == 2)
    return 1;
  int x = (a > 5 ? b : u) + (b > 2);
  if (x == 5)
    return 2;
  return 0;
}
