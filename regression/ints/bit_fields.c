// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 7 unreachable: 5 undecided: 0
extern int __VERIFIER_nondet_int(void);

struct flags {
  unsigned u : 3;
  signed s : 3;
  unsigned rest : 10;
};

int main(void) {
  int x = __VERIFIER_nondet_int();
  struct flags f = {0, 0, 1023};
  f.u = x;
  f.s = x;
  if (f.u > 7) //~ true:unreachable false:covered
    return 1;
  if (f.s > 3 || f.s < -4) //~ true:unreachable false:covered
    return 2;
  if (f.u == 7) { //~ true:covered false:covered
    if (f.s != -1) //~ true:unreachable false:covered
      return 3;
  }
  f.u++;
  if (f.u == 0 && (x & 7) != 7) //~ true:unreachable false:covered
    return 4;
  if (f.rest != 1023) //~ true:unreachable false:covered
    return 5;
  return 0;
}
