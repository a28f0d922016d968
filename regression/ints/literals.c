// gotcha: cover --criterion branch
// verdict: complete
// goals: 14 covered: 10 unreachable: 4 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0x7f - 0177) //~ true:covered false:covered
    return 1;
  if (x == '\377') { //~ true:covered false:covered
    if (x > 0) //~ true:unreachable false:covered
      return 2;
  }
  if (x == 'A' + '\n' - '\x0a') { //~ true:covered false:covered
    if (x != 65) //~ true:unreachable false:covered
      return 3;
  }
  if (x < 4294967295) //~ true:covered false:unreachable
    x = 1;
  if (x < 0xffffffff) //~ true:covered false:unreachable
    return 0;
  return 4;
}
