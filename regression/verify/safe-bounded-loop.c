// gotcha: verify --property unreach-call
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  unsigned s = 0;
  for (int i = 0; i < 10; i++)
    s += __VERIFIER_nondet_uchar();
  if (s > 2550)
    reach_error(); //~ HOLDS
  return 0;
}
