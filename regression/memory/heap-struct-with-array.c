// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct buf { int n; int data[4]; };
int main(void) {
  struct buf *b = malloc(sizeof(struct buf));
  b->n = 0;
  for (int i = 0; i < 4; i++) //~ true:covered false:covered
    b->data[b->n++] = __VERIFIER_nondet_int();
  if (b->n != 4) //~ true:unreachable false:covered
    return 1;
  if (b->data[0] < b->data[1] && b->data[1] < b->data[2] && b->data[2] < b->data[3]) //~ true:covered false:covered
    return 2;
  return 0;
}
