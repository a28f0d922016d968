// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 10 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int classify(int c) {
  switch (c) {
  case '0' ... '9': //~ true:covered false:covered
    return 1;
  case 'a' ... 'f': //~ true:covered false:covered
    return 2;
  case -5 ... -1: //~ true:covered false:covered
    return 3;
  }
  return 0;
}

int main(void) {
  int c = __VERIFIER_nondet_int();
  int k = classify(c);
  if (k == 1 && (c < 48 || c > 57)) //~ true:unreachable false:covered
    return 1;
  if (k == 3) { //~ true:covered false:covered
    if (c >= 0) //~ true:unreachable false:covered
      return 1;
  }
  return 0;
}
