// gotcha: check --spec rights.spc
// verdict: false(spec)
// paths: feasible: 1 infeasible: 0 unknown: 0
extern int seteuid(int);
extern int system(int);

int main(void) {
  seteuid(0);
  seteuid(5);
  system(20);
  seteuid(0);
  system(40); //~ FEASIBLE
  return 0;
}
