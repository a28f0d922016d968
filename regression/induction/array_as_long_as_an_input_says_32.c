// gotcha: verify -m32 --property unreach-call --strategy k-induction --unwind 4
// verdict: false
// How long the array is follows from a number without a sign, in 32 bits.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_int();
  if (n == 0 || n > 100000)
    return 0;
  int *a = malloc(sizeof(int) * n);
  for (unsigned i = 0; i < n; i++)
    a[i] = i % 2;
  for (unsigned i = 0; i < n; i++)
    if (a[i] != i % 2)
      reach_error(); //~ HOLDS
  for (unsigned i = 0; i < n; i++)
    if (a[i] == 1)
      reach_error(); //~ VIOLATED
  return 0;
}
