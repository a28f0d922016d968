// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: false(unreach-call)
// Nodes of a tree are changed on the way to new ones.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int value;
  struct node *left, *right;
};

int main(void) {
  struct node *root = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = 7;
    node->left = node->right = 0;
    if (!root) {
      root = node;
      continue;
    }
    struct node *at = root;
    for (;;) {
      struct node **side = __VERIFIER_nondet_int() ? &at->left : &at->right;
      if (!*side) {
        *side = node;
        break;
      }
      at = *side;
      at->value = 8;
    }
  }
  while (root) {
    if (root->value != 7)
      reach_error(); //~ VIOLATED
    root = __VERIFIER_nondet_int() ? root->left : root->right;
  }
  return 0;
}
