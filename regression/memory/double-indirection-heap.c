// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct tree { struct tree *l, *r; int v; };
static struct tree *leaf(int v) {
  struct tree *t = malloc(sizeof *t);
  t->l = t->r = 0;
  t->v = v;
  return t;
}
static void insert(struct tree **t, int v) {
  while (*t) //~ true:covered false:covered
    t = v < (*t)->v ? &(*t)->l : &(*t)->r; //~ true:covered false:covered
  *t = leaf(v);
}
int main(void) {
  struct tree *root = 0;
  insert(&root, 5);
  insert(&root, __VERIFIER_nondet_int());
  insert(&root, 8);
  if (root->v != 5) //~ true:unreachable false:covered
    return 1;
  if (root->l == 0) //~ true:covered false:covered
    return 2;
  return 0;
}
