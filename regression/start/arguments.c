// gotcha: cover
// goals: 10 covered: 9 unreachable: 1 undecided: 0
// verdict: complete
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* The arguments are inputs. Linux starts no program without a name. */
int main(int argc, char **argv) {
  int n = 0;
  if (argc > 1) //~ covered
    n = atoi(argv[1]);
  if (argv[1]) //~ covered
    n++;
  if (__VERIFIER_nondet_int() == 7) //~ covered
    n = 0;
  if (n == 5) //~ covered
    return 1;
  if (argc < 1) //~ true:UNREACHABLE false:covered
    return 2;
  return 0;
}
