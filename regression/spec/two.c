// gotcha: check --spec two.spc
// verdict: true
// paths: feasible: 0 infeasible: 2 unknown: 0
extern void seen(int);

int main(void) {
  for (int i = 0; i < 5; i++) {
    if (i == 2)
      seen(2); //~ INFEASIBLE
    if (i == 1)
      seen(1);
  }
DONE:
  return 0; //~ INFEASIBLE
}
