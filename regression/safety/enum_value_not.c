// gotcha: verify --property enum-value
// verdict: true
extern int __VERIFIER_nondet_int(void);
enum state { IDLE, RUNNING, DONE, LAST = DONE };
enum flag { A = 1, B = 2, C = 4 };
static enum state state;
static const enum state order[] = {RUNNING, DONE, IDLE};
struct machine { enum state now; int steps; };

static enum state next(enum state s) {
  switch (s) { //~ HOLDS
  case IDLE: return RUNNING;
  case RUNNING: return __VERIFIER_nondet_int() ? DONE : RUNNING;
  default: return order[s]; //~ HOLDS
  }
}

int main(void) {
  struct machine m = {IDLE, 0};
  // Sums of constants are no values of the type as long as they are kept in integers.
  int set = A | B;
  for (enum flag f = A; ; f = f == A ? B : C) { //~ HOLDS
    if (set & f) m.steps++; //~ HOLDS
    if (f == C) break;
  }
  for (int i = 0; i < 3; i++) {
    m.now = next(m.now); //~ HOLDS
    state = m.now; //~ HOLDS
  }
  return sizeof(enum state) == 4 && state <= LAST ? 0 : 1;
}
