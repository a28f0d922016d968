// gotcha: verify --entry check --lazy-inputs --property assertions --timeout 10s
// verdict: true
// What a harness takes for granted, in the words of the header.
#include <assert.h>
#include <gotcha.h>
struct pair { int low; int high; };
int check(struct pair *a, struct pair *b, int *n) {
  ASSUME_NOT_NULL(a);
  ASSUME_NOT_NULL(b);
  ASSUME_DISTINCT(a, b);
  ASSUME_BETWEEN(a->low, 1, 5);
  ASSUME_IMPLIES(n, *n == 3);
  b->low = 9;
  assert(a->low <= 5); //~ HOLDS
  assert(!n || *n > 2); //~ HOLDS
  ASSUME_SAME(a->low == 2 ? (void *)a : n, n);
  assert(a->low != 2); //~ HOLDS
  return 0;
}
