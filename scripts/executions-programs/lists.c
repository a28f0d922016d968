#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static struct node *insert(struct node *list, int value) {
  struct node **at = &list;
  while (*at && (*at)->value < value) at = &(*at)->next;
  struct node *node = malloc(sizeof *node);
  if (!node) abort();
  node->value = value; node->next = *at; *at = node;
  return list;
}
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 12; i++) list = insert(list, __VERIFIER_nondet_int());
  int sum = 0;
  for (struct node *n = list; n; n = n->next) if (n->next && n->value == n->next->value) sum++;
  while (list) { struct node *next = list->next; free(list); list = next; }
  return sum > 3;
}
