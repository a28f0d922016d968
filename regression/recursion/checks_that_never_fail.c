// gotcha: cover --timeout 4s
// verdict: complete
// Of recursion that builds objects little is proved; that a new object is not null, values of variables tell.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *left, *right;
};
static struct node *tree(int depth) {
  struct node *n = malloc(sizeof *n);
  if (n == NULL) { //~ true:UNREACHABLE false:COVERED
    return NULL;
  }
  n->left = n->right = NULL;
  if (depth > 0 && __VERIFIER_nondet_int()) {
    n->left = tree(depth - 1);
    n->right = tree(depth - 1);
  }
  return n;
}
int main(void) {
  tree(__VERIFIER_nondet_int());
  return 0;
}
