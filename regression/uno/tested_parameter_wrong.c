// gotcha: check --property tested_parameter.prop
// verdict: false(spec)
// paths: feasible: 3 infeasible: 1 unknown: 0
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };

int first(struct node *n) {
  return n->value; //~ FEASIBLE
}

int set(int *p, int *q, int n) {
  if (p || n)
    *q = 1; //~ FEASIBLE
  if (p)
    *p = 2;
  p = q;
  if (n > 3 && n < 2)
    *p = 1; //~ INFEASIBLE
  return *p; //~ FEASIBLE
}

int main(void) {
  struct node a = {1, 0};
  int m = 4;
  return first(&a) + set(&m, &m, __VERIFIER_nondet_int());
}
