// asks: valid-memsafety
#include "../families.h"
struct tree {
  struct tree *left, *right;
};
static struct tree *grow(int depth) {
  if (depth <= 0)
    return 0;
  struct tree *t = malloc(sizeof *t);
  if (!t)
    abort();
  t->left = grow(depth - 1);
  t->right = __VERIFIER_nondet_int() ? grow(depth - 2) : 0;
  return t;
}
static void fell(struct tree *t) {
  if (!t)
    return;
  fell(t->left);
  HOLDS(fell(t->right), (void)t->right);
  free(t);
}
int main(void) {
  int depth = __VERIFIER_nondet_int();
  assume(depth < 5);
  fell(grow(depth));
  return 0;
}
