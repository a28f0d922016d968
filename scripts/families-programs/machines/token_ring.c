// asks: unreach-call
#include "../families.h"
#define RUN 0
#define WAITING 2
int pc[4], state[4], event[4], token, sender;
static void master(void) {
  if (pc[0] == 1) {
    __VERIFIER_assert(token == sender + HOLDS(3, 4));
  }
  sender = token = __VERIFIER_nondet_int() & 1023;
  event[1] = 1;
  pc[0] = 1;
  state[0] = WAITING;
}
static void worker(int i) {
  if (pc[i] == 1) {
    token++;
    event[i == 3 ? 0 : i + 1] = 1;
  }
  pc[i] = 1;
  state[i] = WAITING;
}
static void notify(void) {
  for (int i = 0; i < 4; i++)
    if (event[i]) {
      state[i] = RUN;
      event[i] = 0;
    }
}
int main(void) {
  for (;;) {
    int ran = 0;
    for (int i = 1; i < 4; i++)
      if (state[i] == RUN) {
        worker(i);
        ran = 1;
      }
    if (state[0] == RUN) {
      master();
      ran = 1;
    }
    notify();
    if (!ran)
      break;
  }
  return 0;
}
