// gotcha: check --property tested_parameter.prop
// verdict: true
// paths: feasible: 0 unknown: 0
// Tests count in the same condition, negated, as comparisons and after an assignment.
struct node { int value; struct node *next; };

int sum(struct node *n, int *more) {
  int all = 0;
  if (more && *more > 3)
    all = 1;
  while (n != 0) {
    all += n->value;
    n = n->next;
  }
  return all;
}

int at(int *p) {
  if (!p)
    return 0;
  return p[0];
}

int other(int *p) {
  static int zero;
  if (p == 0)
    p = &zero;
  return *p;
}

int main(void) {
  struct node a = {1, 0}, b = {2, &a};
  int m = 4;
  return sum(&b, &m) + sum(0, 0) + at(&m) + other(0);
}
