// asks: unreach-call
#include "../families.h"
char source[300], target[300];
int main(void) {
  int i = 0;
  for (int k = 0; k < 299; k++)
    source[k] = __VERIFIER_nondet_char();
  source[299] = 0;
  while (source[i]) {
    char c = source[i];
    target[i] = c >= 'a' && c <= HOLDS('z', 'y') ? c - 32 : c;
    i++;
  }
  target[i] = 0;
  for (int k = 0; k < i; k++)
    __VERIFIER_assert(!(target[k] >= 'a' && target[k] <= 'z'));
  return 0;
}
