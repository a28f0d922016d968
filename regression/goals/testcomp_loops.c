// gotcha: cover --criterion testcomp
// verdict: complete
// goals: 9 covered: 8 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i;
  for (i = 0; i < 3; i++)
    ;
  while (i > 5)
    i--; //~ body:unreachable
  do
    i++;
  while (i < 5);
  while (1)
    if (__VERIFIER_nondet_int())
      break;
  return 0;
}
