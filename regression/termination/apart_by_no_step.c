// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
// Which of the two comes to the end depends on the sign of the step, which may have none.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int step = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (step < -1000 || step > 1000)
    return 0;
  step = step > 0 ? step - 1 : step + 1;
  while (y < 100 && z < 100) {
    y = y + step;
    z = z - step;
  }
  return 0;
}
