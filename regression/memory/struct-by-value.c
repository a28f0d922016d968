// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };
static struct pair flip(struct pair p) {
  struct pair q = {p.b, p.a};
  p.a = 77;
  return q;
}
int main(void) {
  struct pair p = {__VERIFIER_nondet_int(), 4};
  struct pair q = flip(p);
  if (q.a == 4) //~ true:covered false:unreachable
    q.a = 0;
  if (p.a == 77) //~ true:covered false:covered
    return 1;
  if (q.b != p.a) //~ true:unreachable false:covered
    return 2;
  return 0;
}
