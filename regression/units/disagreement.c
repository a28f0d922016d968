// gotcha: cover --criterion branch
// with: disagreement-there.c
// verdict: incomplete(unsupported
// The other unit defines these functions with other types. What registers hold then is known only in part.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
int real_result(int);
int real_parameter(int);
int wide_parameter(int);
long wide_result(int);
int second_is_real(int a, int b);
int narrow_parameter(long);
int narrow_result(int);
unsigned sign(unsigned);
int characters(signed char);
long address(int *);
int grown(int);

int main(void) {
  int which = __VERIFIER_nondet_uchar();
  int x = __VERIFIER_nondet_int();
  if (which == 1 && real_result(x) == 2) //~ true:undecided
    return 1;
  if (which == 2 && real_parameter(x) == 2) //~ true:undecided
    return 1;
  if (which == 3 && wide_parameter(x) == 2) //~ true:undecided
    return 1;
  if (which == 4 && wide_result(x) == 2) //~ true:undecided
    return 1;
  if (which == 5 && second_is_real(x, x) == 2) //~ true:undecided
    return 1;
  if (which == 6 && narrow_parameter(0x100000005) == 5) //~ true:covered
    return 1;
  if (which == 7 && narrow_result(x) == 5) //~ true:covered
    return 1;
  if (which == 8 && sign(x) > 0x80000000u) //~ true:covered
    return 1;
  if (which == 9 && characters(-3) == -3) //~ true:covered
    return 1;
  if (which == 10 && address(&x) == (long)&x) //~ true:covered
    return 1;
  if (which == 11) {
    grown(x);
    if (x == 3) //~ true:covered
      return 1;
  }
  return 0;
}
