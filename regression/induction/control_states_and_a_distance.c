// gotcha: verify --property unreach-call --timeout 12s
// verdict: true
// solvers: embedded (the others need more time)
// A message goes round: in each state of the ring it is so far from what was sent. The functions are gone on with where they stopped.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int sender_at = 0, left_at = 0, right_at = 0;
int sender_runs = 1, left_runs = 1, right_runs = 1;
int sent, message;

void sender(void) {
  if (sender_at == 1)
    goto answered;
  while (1) {
    sent = __VERIFIER_nondet_int();
    message = sent;
    if (left_at == 1)
      left_runs = 1;
    sender_at = 1;
    sender_runs = 0;
    return;
  answered:
    if (message != (int)(sent + 5u))
      reach_error(); //~ HOLDS
  }
}

void left(void) {
  if (left_at == 1)
    goto came;
  while (1) {
    left_at = 1;
    left_runs = 0;
    return;
  came:
    message = message + 2u;
    if (right_at == 1)
      right_runs = 1;
  }
}

void right(void) {
  if (right_at == 1)
    goto came;
  while (1) {
    right_at = 1;
    right_runs = 0;
    return;
  came:
    message = message + 3u;
    if (sender_at == 1)
      sender_runs = 1;
  }
}

int main(void) {
  while (sender_runs || left_runs || right_runs) {
    if (sender_runs && __VERIFIER_nondet_int())
      sender();
    if (left_runs && __VERIFIER_nondet_int())
      left();
    if (right_runs && __VERIFIER_nondet_int())
      right();
  }
  return 0;
}
