// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 5 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

int main(void) {
  int x = __VERIFIER_nondet_int();
  int m = MAX(x, 10); //~ true:covered false:covered
  if (m < 10) //~ true:unreachable false:covered
    return 1;
  if (m == 10 && x > 10) //~ true:unreachable false:covered
    return 2;
  int e = x ?: 5;
  if (e == 0) //~ true:unreachable false:covered
    return 3;
  return 0;
}
