// asks: valid-memsafety
#include "../families.h"
struct tree {
  int key;
  struct tree *left, *right;
};
int main(void) {
  struct tree *root = malloc(sizeof *root);
  if (!root)
    return 0;
  root->key = 0;
  root->left = root->right = 0;
  while (__VERIFIER_nondet_int()) {
    struct tree *t = root;
    int key = __VERIFIER_nondet_int();
    while (key < t->key ? t->left : t->right)
      t = key < t->key ? t->left : t->right;
    struct tree *fresh = malloc(sizeof *fresh);
    if (!fresh)
      break;
    fresh->key = key;
    fresh->left = 0;
    fresh->right = 0;
    if (key < t->key)
      t->left = fresh;
    else
      t->right = fresh;
  }
  while (root) {
    struct tree *up = 0, *t = root;
    while (t->left || t->right) {
      up = t;
      t = t->left ? t->left : t->right;
    }
    if (up && up->left == t)
      up->left = 0;
    else if (up)
      up->HOLDS(right, left) = 0;
    else
      root = 0;
    free(t);
  }
  return 0;
}
