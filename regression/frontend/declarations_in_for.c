// gotcha: verify --property assertions
// verdict: false(assertions)
// Declarations in `for` whose first declarator has no initialiser: they look like products.
#include <assert.h>
typedef struct node { struct node *next; int value; } node;
typedef int number;
int main(void) {
  node last = { 0, 3 }, first = { &last, 4 };
  int sum = 0, x = 6;
  for (node *next, *n = &first; n; n = next) {
    next = n->next;
    sum += n->value;
  }
  for (node *const *unused, *n = &last; n; n = n->next)
    sum++;
  for (number *p[2], i = 0; i < 2; i++) {
    p[i] = &x;
    sum += *p[i] - 5;
  }
  for (node *n; x > 5; x--)
    n = &first;
  for (x * sum; x < 6; x++)
    ;
  assert(sum == 10); //~ HOLDS
  assert(x != 6); //~ VIOLATED
  return 0;
}
