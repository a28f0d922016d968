// asks: unreach-call
#include "../families.h"
struct tree {
  unsigned key;
  struct tree *left, *right;
};
static struct tree *fresh(unsigned key) {
  struct tree *t = malloc(sizeof *t);
  assume(t != 0);
  t->key = key;
  t->left = t->right = 0;
  return t;
}
int main(void) {
  struct tree *root = fresh(50);
  while (__VERIFIER_nondet_int()) {
    struct tree *t = root;
    unsigned key = __VERIFIER_nondet_uint() % HOLDS(100, 101);
    for (;;) {
      struct tree **side = key < t->key ? &t->left : &t->right;
      if (!*side) {
        *side = fresh(key);
        break;
      }
      t = *side;
    }
  }
  struct tree *t = root;
  while (t->right) {
    __VERIFIER_assert(t->key < 100);
    t = t->right;
  }
  __VERIFIER_assert(t->key < 100);
  return 0;
}
