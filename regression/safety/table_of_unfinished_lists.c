// gotcha: verify --property valid-deref
// verdict: false(valid-deref)
// The heads of the lists stand in an array, and the last of one list leads astray.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *next;
};
static struct node *table[8];

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    unsigned place = (unsigned)key % 8;
    struct node *n = table[place];
    while (n && n->key != key)
      n = n->next;
    if (n)
      continue;
    n = malloc(sizeof *n);
    if (!n)
      abort();
    n->key = key;
    if (table[place])
      n->next = table[place];
    table[place] = n;
  }
  return 0;
}
