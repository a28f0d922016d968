// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 11 unreachable: 1 undecided: 0
extern char __VERIFIER_nondet_char(void);

int main(void) {
  signed char a[3];
  for (int i = 0; i < 3; i++) //~ true:covered false:covered
    a[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < 2; i++) { //~ true:covered false:covered
    for (int j = 0; j < 2 - i; j++) { //~ true:covered false:covered
      if (a[j] > a[j + 1]) { //~ true:covered false:covered
        signed char t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
    }
  }
  if (a[0] > a[1] || a[1] > a[2]) //~ true:unreachable false:covered
    return 1;
  if (a[0] == a[2]) //~ true:covered false:covered
    return 2;
  return 0;
}
