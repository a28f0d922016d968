// gotcha: verify --property valid-deref
// verdict: false(valid-deref)
// The heads of the lists stand in an array, and one list more has no place there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *next;
};
static struct node *table[4];

int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      abort();
    n->key = __VERIFIER_nondet_int();
    unsigned place = (unsigned)n->key % 5;
    n->next = table[place];
    table[place] = n;
  }
  int sum = 0;
  for (int i = 0; i < 4; i++)
    for (struct node *n = table[i]; n; n = n->next)
      sum ^= n->key;
  return sum;
}
