// gotcha: check --spec lock.spc
// verdict: false(spec)
// paths: feasible: 3 infeasible: 3 unknown: 0
// One way takes the lock twice, one gives it back twice, one keeps it.
extern int __VERIFIER_nondet_int(void);
extern void lock(int *);
extern void unlock(int *);

int main(void) {
  int held, n = __VERIFIER_nondet_int();
  lock(&held);
  if (n > 3)
    lock(&held); //~ FEASIBLE
  if (n < 0)
    unlock(&held);
  if (n < -3)
    unlock(&held); //~ FEASIBLE
  if (n == 1)
    return 1; //~ FEASIBLE
  if (n == -1 && n > 0)
    lock(&held); //~ INFEASIBLE
  if (n >= 0)
    unlock(&held);
  return 0;
}
