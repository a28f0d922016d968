// gotcha: cover --timeout 8s --without search --without bmc
// verdict: incomplete(
#define _GNU_SOURCE
#include <string.h>

int __VERIFIER_nondet_int(void);

/* Without those that find runs nothing is found, but neither is anything excluded that happens. */
int main(void) {
  char buffer[64];
  for (;;) {
    int number = __VERIFIER_nondet_int();
    if (strerror_r(number, buffer, sizeof buffer) == buffer) //~ true:undecided
      return 1;
  }
}
