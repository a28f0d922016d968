// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 9 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int copied = 0;
  int rounds = 2;
  switch (n) {
  case 0: //~ true:covered false:covered
    do {
      copied++;
  case 2: //~ true:covered false:covered
      copied++;
  case 1: //~ true:covered false:covered
      copied++;
    } while (--rounds > 0);
  }
  if (copied == 7) //~ true:unreachable false:covered
    return 1;
  return copied;
}
