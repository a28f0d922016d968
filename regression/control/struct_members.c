// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 4 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

struct point {
  int x, y;
};

static struct point mirror(struct point p) {
  struct point q = {p.y, p.x};
  return q;
}

int main(void) {
  struct point p = {.y = 2};
  p.x = __VERIFIER_nondet_int();
  struct point q = mirror(p);
  if (q.x != 2) //~ true:unreachable false:covered
    return 1;
  if (q.y == 77) //~ true:covered false:covered
    return 2;
  if (p.x != q.y) //~ true:unreachable false:covered
    return 3;
  return 0;
}
