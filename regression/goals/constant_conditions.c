// gotcha: cover --criterion branch
// verdict: complete
// goals: 2 covered: 2 unreachable: 0 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (0)
    return 1;
  if (1) {
    while (1) {
      if (__VERIFIER_nondet_int()) //~ true:covered false:covered
        break;
    }
  }
  do {
  } while (0);
  return 0;
}
