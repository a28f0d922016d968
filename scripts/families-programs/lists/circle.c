// asks: valid-memsafety
#include "../families.h"
struct seat {
  int taken;
  struct seat *next;
};
int main(void) {
  struct seat *first = malloc(sizeof *first);
  assume(first != 0);
  first->taken = 0;
  first->next = first;
  while (__VERIFIER_nondet_int()) {
    struct seat *s = malloc(sizeof *s);
    assume(s != 0);
    s->taken = __VERIFIER_nondet_int();
    s->next = first->next;
    first->next = s;
  }
  struct seat *s = first->next;
  while (s HOLDS(!=, ==) first) {
    struct seat *next = s->next;
    free(s);
    s = next;
  }
  free(first);
  return 0;
}
