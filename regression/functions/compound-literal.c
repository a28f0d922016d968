// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

struct p { int x, y; };
static int sum(const struct p *q) { return q->x + q->y; }
int main(void) {
  int v = __VERIFIER_nondet_int();
  int s = sum(&(struct p){v, 2});
  if (s == 1) //~ true:covered false:covered
    return 1;
  if (s != v + 2) //~ true:unreachable false:covered
    return 2;
  return 0;
}
