// gotcha: verify --entry length --lazy-inputs --lazy-objects 6 --property assertions --unwind 8
// solvers: embedded yices (others need more time)
// verdict: false(assertions)
// As many records as the list needs for the assertion to fail.
#include <assert.h>
struct node {
  int key;
  struct node *next;
};

int length(struct node *n) {
  int length = 1;
  if (!n) {
    return 0;
  }
  while (n->next && n->next->key > n->key && length < 6) {
    length++;
    n = n->next;
  }
  assert(length < 6); //~ VIOLATED
  return length;
}
