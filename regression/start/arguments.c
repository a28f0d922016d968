// gotcha: cover
// goals: 10 covered: 6 unreachable: 0 undecided: 4
// verdict: incomplete(unsupported: what depends on the command line (arguments.c:9)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Tests run without arguments, but others may give some. */
int main(int argc, char **argv) {
  int n = 0;
  if (argc > 1) //~ true:undecided false:covered
    n = atoi(argv[1]);
  if (argv[1]) //~ true:undecided false:covered
    n++;
  if (__VERIFIER_nondet_int() == 7) //~ covered
    n = 0;
  if (n == 5) //~ true:undecided false:covered
    return 1;
  if (argc < 1) //~ true:undecided false:covered
    return 2;
  return 0;
}
