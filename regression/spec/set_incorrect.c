// gotcha: check --spec set.spc
// verdict: false(spec)
// A mutex is forgotten on one way and given back twice on another.
extern int __VERIFIER_nondet_int(void);
struct s {
  int a, b;
};
extern void mutex_lock(int *);
extern void mutex_unlock(int *);

int main(void) {
  struct s x, *p = &x;
  int n = __VERIFIER_nondet_int();
  mutex_lock(&p->a); //~ INFEASIBLE
  if (n > 7)
    mutex_unlock(&p->a); //~ INFEASIBLE
  if (n > 9)
    mutex_unlock(&p->a); //~ FEASIBLE
  return 0; //~ FEASIBLE
}
