// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 4; i++) { //~ true:covered false:covered
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = head;
    head = n;
  }
  int sum = 0, key = __VERIFIER_nondet_int();
  struct node *found = 0;
  for (struct node *n = head; n; n = n->next) { //~ true:covered false:covered
    sum += n->value;
    if (n->value == key) //~ true:covered false:covered
      found = n;
  }
  if (sum != 6) //~ true:unreachable false:covered
    return 1;
  if (found && found->next == 0) //~ true:covered false:covered
    return key;
  return 0;
}
