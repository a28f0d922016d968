// gotcha: cover --criterion branch --strategy bmc --unwind 3
// verdict: incomplete(bound
// goals: 6 covered: 5 unreachable: 0 undecided: 1
// What is found within the bound does not depend on where the object lies.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int n = 0;
  while (__VERIFIER_nondet_uchar())
    n++;
  if (((unsigned long)&x & 3) == 0) //~ true:covered false:undecided
    n += x;
  if (n == 7002) //~ true:covered false:covered
    return 1;
  return 0;
}
