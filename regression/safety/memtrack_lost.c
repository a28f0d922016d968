// gotcha: verify --property valid-memtrack
// verdict: false(valid-memtrack)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node { int value; struct node *left, *right; };
static struct node *root;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    root = malloc(sizeof *root);
    root->left = malloc(sizeof *root);
    root->right = n == 5 ? root->left : malloc(sizeof *root);
    if (n == 7)
        root->left = 0;
    return 0; //~ VIOLATED
}
