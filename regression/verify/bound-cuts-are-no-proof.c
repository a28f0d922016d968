// gotcha: verify --property unreach-call --unwind 5 --jobs 1 --strategy bmc
// verdict: unknown
// Runs of the search find the violation behind so many rounds; bounded model checking alone must not call it excluded.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  while (i < n)
    i++;
  if (i > 100 && n == 1000000007)
    reach_error(); //~ UNKNOWN
  return 0;
}
