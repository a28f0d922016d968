// gotcha: cover --criterion branch
// verdict: complete
// goals: 14 covered: 8 unreachable: 6 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Bool b = x;
  if (b > 1) //~ true:unreachable false:covered
    return 1;
  if (b != (x != 0)) //~ true:unreachable false:covered
    return 2;
  _Bool c = x & 256;
  if (c && !(x & 256)) //~ true:unreachable false:covered
    return 3;
  if (b + c == 2) //~ true:covered false:covered
    c++;
  if (c == 2) //~ true:unreachable false:covered
    return 4;
  b--;
  if (b == (x != 0)) //~ true:unreachable false:covered
    return 5;
  c = 2;
  if (c == 1) //~ true:covered false:unreachable
    return 0;
  return 6;
}
