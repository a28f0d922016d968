// asks: valid-memsafety
#include "../families.h"
struct job {
  struct job *next;
  int cost;
};
static struct job *head, *tail;
static void put(int cost) {
  struct job *j = malloc(sizeof *j);
  if (!j)
    return;
  j->cost = cost;
  j->next = 0;
  if (tail)
    tail->next = j;
  else
    head = j;
  tail = j;
}
static void take(void) {
  struct job *j = head;
  head = j->next;
  if (!head)
    HOLDS(tail = 0, head = 0);
  free(j);
}
int main(void) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      put(__VERIFIER_nondet_int());
    else if (head)
      take();
  while (head)
    take();
  return 0;
}
