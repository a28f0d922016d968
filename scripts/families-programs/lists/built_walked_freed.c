// asks: valid-memsafety
#include "../families.h"
struct node {
  int data;
  struct node *next;
};
int main(void) {
  struct node *head = 0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *fresh = malloc(sizeof(struct node));
    if (!fresh)
      break;
    fresh->data = i;
    fresh->next = head;
    head = fresh;
  }
  for (struct node *p = head; p; p = p->next)
    p->data++;
  while (HOLDS(head, head && head->next)) {
    struct node *gone = head;
    head = head->next;
    free(gone);
  }
  return 0;
}
