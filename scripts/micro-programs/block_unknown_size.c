// gotcha: verify --property unreach-call
// verdict: true
// sizes: N=1000 N=1000000
/* A copy of unknown size between large arrays. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int a[N], b[N];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n > N || i >= N)
    return 0;
  a[i] = 5;
  memcpy(b, a, n * sizeof *a);
  if (i < n ? b[i] != 5 : b[i] != 0)
    reach_error();
  return 0;
}
