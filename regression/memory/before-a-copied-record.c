// gotcha: cover
// verdict: complete
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct state {
  int count;
  short kinds[2];
  int last;
};
static struct state from;
static int to[8];

/* What lies before the copy is no part of it, though it lies as far before the source. */
int main(void) {
  unsigned words = __VERIFIER_nondet_uint();
  if (words > 3)
    return 0;
  from.count = from.last = 5;
  to[1] = 7;
  memcpy(&to[2], &from, 4 * words);
  if (to[1] == 7) //~ true:covered false:unreachable
    to[0] = 1;
  if (to[2] == 5 && to[4] == 5) //~ covered
    return 1;
  return 0;
}
