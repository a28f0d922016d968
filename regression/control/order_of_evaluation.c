// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 9 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

static int calls;

static int record(int digit, int result) {
  calls = calls * 10 + digit;
  return result;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = record(1, x > 0) && record(2, x > 10) || record(3, x == -4);
  if (calls == 1) //~ true:unreachable false:covered
    return 1;
  if (calls == 12) { //~ true:covered false:covered
    if (!r) //~ true:unreachable false:covered
      return 2;
  }
  if (calls == 123) { //~ true:covered false:covered
    if (r) //~ true:unreachable false:covered
      return 3;
  }
  if (calls == 13 && r) //~ true:covered false:covered
    return 4;
  return 0;
}
