// gotcha: check --property kinds.prop
// verdict: false(spec)
// paths: feasible: 11 infeasible: 0 unknown: 0
// Each line has one tag.
struct part { int m; };
extern int here(int), other(int);

int main(void) {
  int d, u = 1, b = 2, a = 3, z = 4, array[3] = {1, 2, 3};
  int *p = &a;
  struct part s = {5}, *q = &s;
  d = here(1);                //~ FEASIBLE
  here(u);                    //~ FEASIBLE
  b += here(1);               //~ FEASIBLE
  *p = here(*p);              //~ FEASIBLE
  here(q->m);                 //~ FEASIBLE
  s.m = here(1);              //~ FEASIBLE
  here((&a)[0]);              //~ FEASIBLE
  here((int)sizeof(z));       //~ FEASIBLE
  here(other(1));             //~ FEASIBLE
  here(1);
  return d + array[0];
}
