// asks: unreach-call
#include "../families.h"
int main(void) {
  unsigned char low = 0;
  unsigned long all = 0;
  do {
    low += 5;
    all += 5;
  } while (all != HOLDS(500000000ul, 500000005ul));
  __VERIFIER_assert(low == (unsigned char)500000000ul);
  return 0;
}
