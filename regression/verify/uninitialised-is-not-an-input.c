// gotcha: verify --property unreach-call --without unwritten-memory
// verdict: unknown
// Nor does a search for inputs give it a value: that is for those who look for what memory may hold (memory/never_written.c).
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x;
  int y = __VERIFIER_nondet_int();
  if (x == 42 && y == 1)
    reach_error(); //~ UNKNOWN
  return 0;
}
