// gotcha: check --property lock_pair.prop
// verdict: true
// paths: feasible: 0 infeasible: 3 unknown: 0
// The lock is given back on all ways that can be taken: which way is taken is remembered in a variable.
extern int __VERIFIER_nondet_int(void);
extern void lock(void);
extern void unlock(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), held = 0;
  if (n > 10) {
    lock();
    held = 1;
  }
  n = n / 2;
  if (held)
    unlock(); //~ INFEASIBLE
  if (n == 3) {
    lock(); //~ INFEASIBLE
    unlock();
  }
  return 0; //~ INFEASIBLE
}
