// gotcha: verify --property unreach-call
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void abort(void);
void reach_error(void) { abort(); }

struct n { struct n *next; int v; };
int main(void) {
  struct n *h = 0, *r = 0;
  for (int i = 0; i < 4; i++) {
    struct n *x = malloc(sizeof *x);
    x->v = __VERIFIER_nondet_int();
    x->next = h;
    h = x;
  }
  int first = h->v;
  while (h) {
    struct n *t = h->next;
    h->next = r;
    r = h;
    h = t;
  }
  while (r->next)
    r = r->next;
  if (r->v != first)
    reach_error(); //~ HOLDS
  return 0;
}
