// gotcha: cover
// goals: 6 covered: 3 unreachable: 0 undecided: 3
// verdict: incomplete(
#include <stdio.h>

/* What its environment says nobody knows; what else than by tests it may be called only proofs count with. */
int main(int argc, char **argv, char **envp) {
  if (argc > 1) //~ covered
    printf("usage: %s\n", argv[0]);
  if (argv[0][0] == 0) //~ true:undecided false:covered
    return 1;
  if (envp[0] == 0) //~ undecided
    return 2;
  return 0;
}
