// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
// As ring_of_tasks, but one of the tasks may add two.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void error(void) { reach_error(); } //~ VIOLATED

int token, first;
int state[4]; // 0: may run, 1: waits
int at_end;

static void hand_on(int to) {
  token++;
  state[to] = 0;
}

static void task0(void) {
  if (at_end && token != first + 3)
    error();
  token = __VERIFIER_nondet_int();
  first = token;
  at_end = 1;
  hand_on(1);
  state[0] = 1;
}

static void task1(void) {
  hand_on(2);
  state[1] = 1;
}

static void task2(void) {
  if (__VERIFIER_nondet_int() == 5)
    token++;
  hand_on(3);
  state[2] = 1;
}

static void task3(void) {
  state[3] = 1;
  state[0] = 0;
}

static int any_runs(void) { return state[0] == 0 || state[1] == 0 || state[2] == 0 || state[3] == 0; }

static void run_all(void) {
  while (any_runs()) {
    if (state[0] == 0 && __VERIFIER_nondet_int())
      task0();
    if (state[1] == 0 && __VERIFIER_nondet_int())
      task1();
    if (state[2] == 0 && __VERIFIER_nondet_int())
      task2();
    if (state[3] == 0 && __VERIFIER_nondet_int())
      task3();
  }
}

static void simulate(void) {
  while (1) {
    run_all();
    if (!any_runs())
      return;
  }
}

int main(void) {
  state[1] = state[2] = state[3] = 1;
  simulate();
  return 0;
}
