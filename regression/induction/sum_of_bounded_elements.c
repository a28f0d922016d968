// gotcha: verify --property unreach-call --unwind 2 --strategy k-induction
// verdict: true
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
short part[3000];
int main(void) {
  int i, sum = 0;
  for (i = 0; i < 3000; i++) {
    short x = __VERIFIER_nondet_short();
    part[i] = x < -7 ? -7 : x > 50 ? 50 : x;
  }
  for (i = 0; i < 3000; i++)
    sum += part[i];
  if (sum > 150000 || sum < -21000)
    reach_error(); //~ HOLDS
  return 0;
}
