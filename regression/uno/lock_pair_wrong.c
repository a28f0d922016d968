// gotcha: check --property lock_pair.prop
// verdict: false(spec)
// paths: feasible: 3 infeasible: 1 unknown: 0
// The functions have bodies, and one is called inside of another.
extern int __VERIFIER_nondet_int(void);
int state;
void lock(void) { state = 1; }
void unlock(void) { state = 0; }

void work(int n) {
  lock(); //~ FEASIBLE
  if (n == 4)
    return;
  unlock();
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    unlock(); //~ FEASIBLE
  if (n > 7 && n < 3)
    unlock(); //~ INFEASIBLE
  work(n);
  work(n + 0);
  return 0; //~ FEASIBLE
}
