// gotcha: check --spec set.spc
// verdict: true
// paths: feasible: 0 unknown: 0
// Two mutexes are told apart by how they are named.
extern int __VERIFIER_nondet_int(void);
struct s {
  int a, b;
};
extern void mutex_lock(int *);
extern void mutex_unlock(int *);

int main(void) {
  struct s x, *p = &x;
  int n = __VERIFIER_nondet_int();
  mutex_lock(&p->a);
  mutex_lock(&p->b);
  if (n)
    mutex_unlock(& p -> a);
  else
    mutex_unlock(&p->b);
  if (n)
    mutex_unlock(&p->b);
  else
    mutex_unlock(&p->a);
  return 0;
}
