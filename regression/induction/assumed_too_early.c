// gotcha: verify --property unreach-call --unwind 3 --strategy k-induction
// verdict: unknown
// What is proposed for the head of the loop contradicts itself. That says nothing of executions that have not come to the head, where the proposals are refuted.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
  while (x < n) {
    x++;
    y++;
  }
  if (y == 100000)
    reach_error(); //~ UNKNOWN
  return 0;
}
