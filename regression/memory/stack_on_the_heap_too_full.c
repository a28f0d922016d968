// gotcha: verify --property valid-memsafety --timeout 20s
// verdict: false(valid-deref)
// How full it is, is kept in an object that is allocated once; the last place is one too many.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct stack {
  int top;
  int values[10];
};

static int push(struct stack *s, int value) {
  if (s->top > 10)
    return 0;
  s->values[s->top++] = value;
  return 1;
}

static int pop(struct stack *s) { return s->top <= 0 ? -1 : s->values[--s->top]; }

int main(void) {
  struct stack *s = malloc(sizeof *s);
  if (!s)
    return 0;
  s->top = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      push(s, 1);
    else
      pop(s);
  }
  free(s);
  return 0;
}
