// gotcha: verify --property unreach-call
// verdict: unknown
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

extern void fill(int *p);
int main(void) {
  int x = 1;
  fill(&x);
  if (x == 1)
    return 0;
  if (__VERIFIER_nondet_int() == 3)
    reach_error(); //~ UNKNOWN
  return 0;
}
