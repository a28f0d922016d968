// gotcha: verify --property unreach-call
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  unsigned long s = 0;
  for (unsigned i = 0; i < 20000; i++)
    s += i;
  if (s != 199990000UL)
    reach_error(); //~ HOLDS
  return 0;
}
