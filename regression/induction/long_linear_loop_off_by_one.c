// gotcha: verify --property unreach-call --unwind 3
// verdict: false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

// At the last iteration but one the invariant of long_linear_loop.c is broken: no proof, and a run that leaves out rounds comes to it.
int main(void) {
  unsigned x = 0, y = __VERIFIER_nondet_uint() % 1000, z = y;
  while (x < 0x0fffffff) {
    x++;
    if (x != 0x0ffffffe)
      z += 2;
  }
  if (z != y + 2 * x)
    reach_error(); //~ VIOLATED
  return 0;
}
