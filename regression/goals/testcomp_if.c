// gotcha: cover --criterion testcomp
// verdict: complete
// goals: 5 covered: 4 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
    x = 1; //~ then:covered
  else if (x > 2)
    x = 2; //~ then:covered
  else
    x = 3; //~ else:covered
  if (x == 4)
    x = 5; //~ then:unreachable
  return 0;
}
