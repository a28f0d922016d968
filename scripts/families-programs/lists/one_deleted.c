// asks: valid-memsafety
#include "../families.h"
struct entry {
  int key;
  struct entry *next;
};
static void delete_key(struct entry **list, int key) {
  struct entry **at = list;
  while (*at && (*at)->key != key)
    at = &(*at)->next;
  if (*at) {
    struct entry *gone = *at;
    *at = gone->next;
    HOLDS(free(gone), (void)gone);
  }
}
int main(void) {
  struct entry *list = 0;
  for (int i = 0; i < 8; i++) {
    struct entry *e = malloc(sizeof *e);
    if (e) {
      e->key = __VERIFIER_nondet_int();
      e->next = list;
      list = e;
    }
  }
  delete_key(&list, 3);
  while (list) {
    struct entry *e = list;
    list = e->next;
    free(e);
  }
  return 0;
}
