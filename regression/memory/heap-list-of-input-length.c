// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  int n = 0;
  while (n < 5 && __VERIFIER_nondet_int()) { //~ true:covered false:covered
    struct node *x = malloc(sizeof *x);
    x->next = head;
    head = x;
    n++;
  }
  int len = 0;
  while (head) { //~ true:covered false:covered
    head = head->next;
    len++;
  }
  if (len != n) //~ true:unreachable false:covered
    return 1;
  if (len == 5) //~ true:covered false:covered
    return 2;
  return 0;
}
