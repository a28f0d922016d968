// asks: unreach-call
#include "../families.h"
struct account {
  int owner;
  unsigned balance;
  char open;
} accounts[5000];
int main(void) {
  for (int i = 0; i < 5000; i++) {
    accounts[i].owner = i;
    accounts[i].balance = __VERIFIER_nondet_uint() % 1000;
    accounts[i].open = accounts[i].balance > 0;
  }
  for (int i = 0; i < 5000; i++)
    if (!accounts[i].open)
      __VERIFIER_assert(accounts[i].balance == 0 && accounts[i].owner == HOLDS(i, i % 4999));
  return 0;
}
