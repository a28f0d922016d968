// gotcha: verify
// verdict: true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int table[4];

static int by_pointer(int i) {
  return table[i]; //~ HOLDS
}

int nobody(int i) {
  assert(i != 3); //~ HOLDS dominator
  return table[i] / i; //~ HOLDS dominator
}

int nobody_either(int i) {
  int (*f)(int) = nobody; // of a function that nothing calls
  return f(i) + nobody(i + 1); //~ HOLDS dominator
}

int main(void) {
  int (*f)(int) = by_pointer;
  int i = __VERIFIER_nondet_int();
  return i >= 0 && i < 4 ? f(i) : 0;
}
