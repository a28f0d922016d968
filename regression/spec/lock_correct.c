// gotcha: check --spec lock.spc
// verdict: true
// paths: feasible: 0 unknown: 0
// Functions with bodies: the lock is the caller's business.
extern int __VERIFIER_nondet_int(void);
int held;

void lock(int *l) { *l = 1; }
void unlock(int *l) { *l = 0; }

static int work(int n) {
  int done = 0;
  for (int i = 0; i < n && i < 10; i++) {
    lock(&held);
    done += i;
    unlock(&held);
  }
  return done;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0)
    lock(&held);
  int early = n > 0;
  if (early)
    unlock(&held); //~ INFEASIBLE
  return work(n);
}
