// gotcha: verify --property unreach-call --unwind 2 --strategy k-induction
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int pairs = 0, last = __VERIFIER_nondet_int();
  if (last < 0 || last > 3000000)
    return 0;
  for (int i = 0; i < last; i++)
    if (i % 2 == 1)
      pairs++;
  if (pairs > last / 2 || pairs + 1 < (last + 1) / 2)
    reach_error(); //~ HOLDS
  return 0;
}
