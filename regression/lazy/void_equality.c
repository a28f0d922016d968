// gotcha: cover --entry f --lazy-inputs
// verdict: incomplete(unsupported: memory behind what pointers among the inputs lead to (void_equality.c:
// A pointer to void may be equal to any other.
struct node {
  struct node *next;
  int value;
};
int total;
int f(int *p, void *v, struct node *node, void *w) {
  if (p && v == (void *)p) //~ true:covered false:covered
    return 1;
  if (v && v == (void *)node) //~ true:covered false:covered
    return 2;
  if (v && v == w) //~ true:covered false:covered
    return 3;
  if (w == &total) //~ true:covered false:covered
    return 4;
  if (node && node->next && w == node->next) { //~ true:covered false:covered
    struct node *same = w;
    if (same->value == node->next->value) //~ true:covered false:undecided
      return 5;
  }
  return 0;
}
