// gotcha: verify --property valid-memsafety --timeout 20s
// verdict: false(valid-deref)
// How full it is and how much room it has, is kept in an object that is allocated once, which has room for one less than it says.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct buffer {
  int n;
  int room;
  int values[40];
};

static void fill(struct buffer *b) {
  while (b->n < b->room) {
    b->values[b->n] = __VERIFIER_nondet_int();
    b->n++;
  }
}

static int mix(struct buffer *b) {
  int mixed = 0;
  for (int i = 0; i < b->n; i++)
    mixed ^= b->values[i];
  return mixed;
}

int main(void) {
  struct buffer *b = malloc(sizeof *b);
  if (!b)
    return 0;
  b->n = 0;
  b->room = __VERIFIER_nondet_int();
  if (b->room < 0 || b->room > 41)
    b->room = 41;
  fill(b);
  int mixed = mix(b);
  free(b);
  return mixed;
}
