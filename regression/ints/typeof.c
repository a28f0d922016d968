// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 3 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

typedef unsigned char byte;

int main(void) {
  int x = __VERIFIER_nondet_int();
  __typeof__(byte) b = x;
  __typeof__(b + b) sum = b + b;
  if (b > 255) //~ true:unreachable false:covered
    return 1;
  if (sum > 510) //~ true:unreachable false:covered
    return 2;
  __typeof__(byte *) p = &b;
  if (*p != b) //~ true:unreachable false:covered
    return 3;
  return 0;
}
