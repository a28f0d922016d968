// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: true
// The index is that of the last element, so the range of the elements has it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int elements[10], top = -1;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (top < 9)
        elements[++top] = (__VERIFIER_nondet_int() & 255) + 1;
    } else if (top >= 0) {
      int value = elements[top--];
      if (value < 1 || value > 256)
        reach_error(); //~ HOLDS
    }
  }
  return 0;
}
