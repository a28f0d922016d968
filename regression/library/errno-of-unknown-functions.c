// gotcha: cover
// verdict: incomplete(depends on an indeterminate value
#include <errno.h>

extern int __VERIFIER_nondet_int(void);
extern int attempt(int n);

/* What is defined elsewhere may fail, and say why. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  errno = 0;
  if (n == EAGAIN) //~ covered
    attempt(n);
  if (errno == EAGAIN) //~ true:undecided false:covered
    return 1;
  return 0;
}
