// gotcha: cover
// goals: 6 covered: 2 unreachable: 0 undecided: 4
// verdict: incomplete(
#include <stdio.h>

/* What the program is called, and what its environment says, nobody knows. */
int main(int argc, char **argv, char **envp) {
  if (argc > 1) //~ covered
    printf("usage: %s\n", argv[0]);
  if (argv[0][0] == 0) //~ undecided
    return 1;
  if (envp[0] == 0) //~ undecided
    return 2;
  return 0;
}
