// gotcha: verify --property unreach-call --timeout 12s --without control-graph
// verdict: true
// solvers: embedded (the others need more time)
// proof: k-induction invariants
// Three stations hand a permit on. Each has few states; which of them go together is what the claim rests on.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

enum { IDLE, WAITS, WORKS };
int first = IDLE, second = IDLE, third = IDLE;
int permit = 1, jobs = 0;

static int after(int own, int number) {
  if (own == IDLE && __VERIFIER_nondet_int())
    return WAITS;
  if (own == WAITS && permit == number)
    return WORKS;
  return own;
}

int main(void) {
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
      if (first == WORKS)
        first = IDLE, permit = 2;
      else
        first = after(first, 1);
      break;
    case 2:
      if (second == WORKS)
        second = IDLE, permit = 3;
      else
        second = after(second, 2);
      break;
    case 3:
      if (third == WORKS)
        third = IDLE, permit = 1;
      else
        third = after(third, 3);
      break;
    default:
      if (permit == 2 && second == IDLE)
        permit = 3;
    }
    jobs++;
    if ((first == WORKS) + (second == WORKS) + (third == WORKS) > 1)
      reach_error(); //~ HOLDS k-induction
  }
}
