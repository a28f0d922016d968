// gotcha: cover --criterion testcomp --data-model ilp32
// verdict: complete
// goals: 2 covered: 1 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

/* Without floats proofs stand as they are. */
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x * x % 4 == 3) return 1; //~ then:unreachable else:covered
  return 0;
}
