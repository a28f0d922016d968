// asks: valid-memsafety
#include "../families.h"
struct owner {
  int *shared;
  struct owner *next;
};
int main(void) {
  int *counter = malloc(sizeof *counter);
  assume(counter != 0);
  *counter = 1;
  struct owner *owners = 0;
  while (__VERIFIER_nondet_int() && *counter < 1000) {
    struct owner *o = malloc(sizeof *o);
    assume(o != 0);
    o->shared = counter;
    o->next = owners;
    owners = o;
    ++*counter;
  }
  while (owners) {
    struct owner *o = owners;
    owners = o->next;
    if (--*o->shared == 0)
      free(o->shared);
    free(o);
  }
  if (--*counter == HOLDS(0, 1))
    free(counter);
  return 0;
}
