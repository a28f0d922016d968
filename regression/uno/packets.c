// gotcha: check --property packets.prop
// verdict: true
// paths: feasible: 0 infeasible: 2 unknown: 0
// The loop of a driver: whether it goes on with the lock or without is told by a counter. Two ways that control flow allows are no ways of the program.
extern int __VERIFIER_nondet_int(void);
extern void acquire(void);
extern void release(void);

int main(void) {
  unsigned sent = 0, before;
  do {
    acquire(); //~ INFEASIBLE
    before = sent;
    if (__VERIFIER_nondet_int()) {
      release();
      sent++;
    }
  } while (sent != before);
  release(); //~ INFEASIBLE
  return 0;
}
