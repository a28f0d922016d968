// gotcha: cover --entry judge --lazy-inputs
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
// Pointers to scalars are null or lead to several of them; two may lead to the same.
int judge(int *a, int *b) {
  if (!a) {
    return 0;
  }
  if (*a > 3 && *a < 2) { //~ true:UNREACHABLE
    return 1;
  }
  if (a[3] == 77) { //~ COVERED
    return 2;
  }
  if (a == b && *a != *b) { //~ true:UNREACHABLE
    return 3;
  }
  if (a == b) { //~ COVERED
    return 4;
  }
  return 5;
}
