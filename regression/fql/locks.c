// gotcha: query --basic-blocks tiger --dialect tiger --query COVER"EDGES(ID)*".EDGES(@BASICBLOCKENTRY)
// solvers: embedded
// verdict: complete
// goals: 17 covered: 14 unreachable: 3
// A loop with two locks: 5m + 7 basic blocks of CPA/TIGER, of which the failing ones and where they meet cannot be reached.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int first, second;
  int held1, held2;
  while (1) {
    if (__VERIFIER_nondet_int() == 0) {
      goto out;
    } else {
    }
    held1 = 0;
    held2 = 0;
    first = __VERIFIER_nondet_int();
    second = __VERIFIER_nondet_int();
    if (first != 0) {
      held1 = 1;
    } else {
    }
    if (second != 0) {
      held2 = 1;
    } else {
    }
    if (first != 0) {
      if (held1 != 1)
        goto error; //~ unreachable
      held1 = 0;
    } else {
    }
    if (second != 0) {
      if (held2 != 1)
        goto error; //~ unreachable
      held2 = 0;
    } else {
    }
  }
out:
  return 0;
error:
  return 0; //~ unreachable
}
