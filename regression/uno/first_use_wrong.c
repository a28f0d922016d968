// gotcha: check --property first_use.prop
// verdict: false(spec)
// paths: feasible: 2 infeasible: 1 unknown: 0
extern int __VERIFIER_nondet_int(void);
int setting;
int *pointer;

int twice(int n) { return n + n; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3)
    setting = 1;
  if (n > 2)
    n = setting; //~ FEASIBLE
  if (n > 4 && n < 0)
    n = twice(setting); //~ INFEASIBLE
  if (pointer) //~ FEASIBLE
    *pointer = 1;
  return 0;
}
