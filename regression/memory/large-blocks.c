// gotcha: cover --criterion branch
// verdict: complete
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[200000], b[200000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 200000, n = __VERIFIER_nondet_uint() % 1000;
  memset(a, 0xff, sizeof a);
  a[i] = 5;
  memcpy(b, a, sizeof b);
  memset(a, 0, sizeof a);
  if (a[i] || b[i] != 5) //~ true:unreachable false:covered
    return 1;
  if (b[n] != -1) //~ true:covered false:covered
    return b[n] == 5 && n == i ? 2 : 3; //~ true:covered false:unreachable
  memmove(b + 1, b, 100000 * sizeof(int));
  if (i < 100000 && b[i + 1] != 5) //~ true:unreachable false:covered
    return 4;
  if (i >= 100001 && b[i] != 5) //~ true:unreachable false:covered
    return 5;
  return 0;
}
