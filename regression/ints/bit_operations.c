// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 7 unreachable: 5 undecided: 0
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  if ((a & b) > a) //~ true:unreachable false:covered
    return 1;
  if ((a | b) < a) //~ true:unreachable false:covered
    return 2;
  if ((a ^ b) == 0 && a != b) //~ true:unreachable false:covered
    return 3;
  if ((a & b) == 0 && a + b != (a | b)) //~ true:unreachable false:covered
    return 4;
  if ((a ^ 0xffffffffu) != ~a) //~ true:unreachable false:covered
    return 5;
  if ((a & 0xf0) == 0x50) //~ true:covered false:covered
    return 6;
  return 0;
}
