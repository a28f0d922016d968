// asks: unreach-call
#include "../families.h"
struct node {
  struct node *next;
};
int main(void) {
  int n = __VERIFIER_nondet_int(), made = 0, seen = 0;
  assume(n >= 0 && n < 1000);
  struct node *list = 0;
  while (made < n) {
    struct node *x = malloc(sizeof *x);
    assume(x != 0);
    x->next = list;
    list = x;
    made += HOLDS(1, (made == 5) + 1);
  }
  while (list) {
    struct node *x = list;
    list = list->next;
    free(x);
    seen++;
  }
  __VERIFIER_assert(seen == made);
  return 0;
}
