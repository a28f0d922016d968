// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: false
// How long the array is follows from a number with a sign: that its size is no address is seen from the range of the number.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000)
    return 0;
  int *a = malloc(sizeof(int) * n);
  for (int i = 0; i < n; i++)
    a[i] = i % 2;
  for (int i = 0; i < n; i++)
    if (a[i] != i % 2)
      reach_error(); //~ HOLDS
  for (int i = 0; i < n; i++)
    if (a[i] == 1)
      reach_error(); //~ VIOLATED
  return 0;
}
