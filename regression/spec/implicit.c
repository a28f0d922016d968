// gotcha: check --spec lock.spc
// verdict: false(spec)
// paths: feasible: 1 unknown: 0
// Functions end without `return` behind a call, which is one step and not the end of the program.
extern void lock(int *);
extern void unlock(int *);
int held;

static void work(int n) {
  lock(&held);
  if (n)
    unlock(&held);
}

int main(void) {
  work(1);
  lock(&held);
}
