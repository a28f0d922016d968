// asks: unreach-call
#include "../families.h"
int main(void) {
  unsigned i, j, count = 0;
  for (i = 0; i < 10000; i++)
    for (j = 0; j < 5000; j++)
      count++;
  __VERIFIER_assert(count == HOLDS(50000000u, 50000001u));
  return 0;
}
