// asks: unreach-call
#include "../families.h"
int a[500];
int main(void) {
  int place = 0;
  for (int i = 0; i < 500; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < 500; i++)
    if (a[i] HOLDS(<, >) a[place])
      place = i;
  __VERIFIER_assert(place >= 0 && place < 500);
  int any = __VERIFIER_nondet_int();
  assume(any >= 0 && any < 500);
  __VERIFIER_assert(a[any] >= a[place]);
  return 0;
}
