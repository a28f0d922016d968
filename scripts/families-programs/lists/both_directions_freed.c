// asks: valid-memsafety
#include "../families.h"
struct link {
  struct link *next, *previous;
};
int main(void) {
  struct link *first = malloc(sizeof *first);
  if (!first)
    return 0;
  first->next = first->previous = 0;
  struct link *last = first;
  int count = __VERIFIER_nondet_int();
  while (count-- > 0) {
    struct link *l = malloc(sizeof *l);
    if (!l)
      break;
    l->next = 0;
    l->previous = last;
    last->next = l;
    last = l;
  }
  while (last) {
    struct link *before = last->previous;
    free(last);
    last = before;
  }
  HOLDS((void)0, (void)first->next);
  return 0;
}
