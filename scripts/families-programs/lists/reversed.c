// asks: valid-memsafety
#include "../families.h"
typedef struct item {
  struct item *next;
  long key;
} item;
int main(void) {
  item *list = NULL;
  while (__VERIFIER_nondet_int()) {
    item *i = malloc(sizeof(item));
    if (!i)
      abort();
    i->key = 0;
    i->next = list;
    list = i;
  }
  item *turned = NULL;
  while (list) {
    item *rest = list->next;
    list->next = turned;
    turned = list;
    list = rest;
  }
  while (turned) {
    item *rest = turned->next;
    free(turned);
    turned = HOLDS(rest, rest && rest->key ? rest : turned->next);
  }
  return 0;
}
