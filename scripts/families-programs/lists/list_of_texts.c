// asks: valid-memsafety
#include "../families.h"
struct line {
  char *text;
  unsigned length;
  struct line *next;
};
int main(void) {
  struct line *lines = 0;
  while (__VERIFIER_nondet_int()) {
    struct line *l = malloc(sizeof *l);
    assume(l != 0);
    l->length = __VERIFIER_nondet_uint() % 100 + HOLDS(1, 0);
    l->text = malloc(l->length);
    assume(l->text != 0);
    l->next = lines;
    lines = l;
  }
  while (lines) {
    struct line *l = lines;
    lines = l->next;
    l->text[0] = 0;
    free(l->text);
    free(l);
  }
  return 0;
}
