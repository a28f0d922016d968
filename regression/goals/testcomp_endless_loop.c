// gotcha: cover --criterion testcomp
// verdict: complete
// goals: 3 covered: 3 unreachable: 0 undecided: 0
extern int __VERIFIER_nondet_int(void);
extern void exit(int) __attribute__((noreturn));

int main(void) {
  while (1) {
    if (__VERIFIER_nondet_int() == 8)
      exit(0);
  }
}
