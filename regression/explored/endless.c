// condition: all.spc
// covered: 12 13 15 16
// explored: 12 13 14 15 16 17
// executions: 1
// verdict: false(
// Lines that only endless, crashing or unsafe executions pass are not covered.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);

int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v == 1)
    for (;;) { }
  if (v != 2)
    return 0;
  reach_error();
}
