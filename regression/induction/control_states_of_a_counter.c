// gotcha: verify --property unreach-call --timeout 12s --without control-graph
// verdict: true
// solvers: embedded (the others need more time)
// proof: k-induction invariants
// A buffer of three places: how many are taken goes with the states of writer and reader.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int taken = 0, writer = 0, reader = 0;

int main(void) {
  while (1) {
    if (__VERIFIER_nondet_int()) {
      if (writer == 0 && taken < 3)
        writer = 1;
      else if (writer == 1) {
        taken = taken + 1;
        writer = 0;
        if (reader == 2)
          reader = 0;
      }
    } else {
      if (reader == 0)
        reader = taken > 0 ? 1 : 2;
      else if (reader == 1) {
        taken = taken - 1;
        reader = 0;
      }
    }
    if (taken < 0 || taken > 3)
      reach_error(); //~ HOLDS k-induction
  }
}
