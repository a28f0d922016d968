// gotcha: verify --property valid-memsafety --timeout 20s
// verdict: false(valid-deref)
// The object that the pointer was set to once has been freed where it is looked at again.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct counter {
  int values[4];
  int n;
};

int main(void) {
  struct counter *c = malloc(sizeof *c);
  if (!c)
    return 0;
  c->n = 0;
  while (__VERIFIER_nondet_int()) {
    if (c->n == 3) {
      free(c);
      c->n = 0;
    }
    c->values[c->n++] = 1;
  }
  free(c);
  return 0;
}
