// gotcha: cover --criterion branch
// with: without-prototype-there.c
// verdict: incomplete(unsupported
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
int wide();
int pointer();
int real();
int single();
int narrow();

int old_style(x, y)
  long x;
  float y;
{
  return x < 0 || y < 0;
}

int main(void) {
  int which = __VERIFIER_nondet_uchar();
  int x = __VERIFIER_nondet_int();
  if (which == 1 && wide(x)) //~ true:undecided
    return 1;
  if (which == 2 && wide((long)x) == -5) //~ true:covered
    return 1;
  if (which == 3 && wide(7) == 7) //~ true:covered
    return 1;
  if (which == 4 && pointer(0) == 1) //~ true:covered
    return 1;
  if (which == 5 && real(x) == 2) //~ true:undecided
    return 1;
  if (which == 6 && real(2.0f) == 2) //~ true:covered
    return 1;
  if (which == 7 && single(2.0f) == 2) //~ true:undecided
    return 1;
  if (which == 8 && narrow(300) == 44) //~ true:covered
    return 1;
  if (which == 9 && old_style(-1, 1.0f)) //~ true:undecided
    return 1;
  if (which == 10 && old_style(-1L, 1.0f)) //~ true:covered
    return 1;
  if (which == 11 && old_style(1L, x)) //~ true:undecided
    return 1;
  return 0;
}
