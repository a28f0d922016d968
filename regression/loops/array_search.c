// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 9 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[5] = {3, 1, 4, 1, 5};
  int wanted = __VERIFIER_nondet_int();
  int found = -1;
  for (int i = 0; i < 5; i++) { //~ true:covered false:covered
    if (a[i] == wanted) { //~ true:covered false:covered
      found = i;
      break;
    }
  }
  if (found == 3) //~ true:unreachable false:covered
    return 1;
  if (found == 4) { //~ true:covered false:covered
    if (wanted != 5) //~ true:unreachable false:covered
      return 2;
  }
  if (found < 0 && wanted == 3) //~ true:unreachable false:covered
    return 3;
  return 0;
}
