// gotcha: cover --criterion branch
// verdict: complete
// proof: nothing-is-cut unreachable forward-condition
// goals: 6 covered: 4 unreachable: 2 undecided: 0
int main(void) {
  int a = 0, b = 1;
  for (int i = 0; i < 10; i++) { //~ true:covered false:covered
    int t = a + b;
    a = b;
    b = t;
    if (a > b) //~ true:unreachable false:covered
      return 1;
  }
  if (a == 55) //~ true:covered false:unreachable
    return 0;
  return 2;
}
