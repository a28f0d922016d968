// gotcha: cover --criterion branch --timeout 8s
// verdict: complete
// proof: states-stand-for-all k-induction
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int lock = 0;
  for (;;) {
    if (__VERIFIER_nondet_int()) { //~ true:covered false:covered
      if (lock == 2) //~ true:unreachable false:covered
        return 1;
      lock = 1;
    } else {
      lock = 0;
    }
  }
}
