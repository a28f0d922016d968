// gotcha: verify --property valid-memtrack
// verdict: true
// Memory that something static leads to is not lost.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node { int value; struct node *left, *right; };
static struct node *root;
static union { long number; struct node *node; } box;

int main(void)
{
    root = malloc(sizeof *root);
    root->left = malloc(sizeof *root);
    root->right = __VERIFIER_nondet_int() ? root->left : malloc(sizeof *root);
    root->left->left = root->left->right = 0;
    box.node = malloc(sizeof *root);
    return 0;
}
