// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  unsigned s = 0;
  for (int i = 0; i < 8; i++)
    if (__VERIFIER_nondet_int() == i * 1000 + 7)
      s++;
  if (s == 8)
    reach_error(); //~ VIOLATED
  return 0;
}
