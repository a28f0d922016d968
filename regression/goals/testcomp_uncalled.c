// gotcha: cover --criterion testcomp
// verdict: complete
// goals: 4 covered: 2 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int uncalled(int x) {
  if (x)
    return 1; //~ then:unreachable
  return 0;
}

int main(void) {
  if (__VERIFIER_nondet_int())
    return 1; //~ then:covered
  return 0;
}
