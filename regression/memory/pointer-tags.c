// gotcha: cover --criterion branch
// verdict: complete
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *left; };
int main(void) {
  struct node *n = malloc(sizeof *n);
  n->key = __VERIFIER_nondet_int();
  int colour = __VERIFIER_nondet_int() & 1;
  uintptr_t tagged = (uintptr_t)n | colour;
  struct node *back = (struct node *)(tagged & ~(uintptr_t)1);
  if (back != n) //~ true:unreachable false:covered
    return 1;
  if (back->key == 5 && (tagged & 1)) //~ true:covered false:covered
    return 2;
  if ((tagged & 1) != colour) //~ true:unreachable false:covered
    return 3;
  return 0;
}
