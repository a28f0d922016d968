// asks: unreach-call
#include "../families.h"
int slot, full, made, used;
int p_pc, p_state, c_pc, c_state;
int put_event = 2, got_event = 2;
static void producer(void) {
  if (p_pc == 0)
    goto ENTRY;
  goto RESUME;
ENTRY:
  while (1) {
    while (full) {
      p_state = 2;
      p_pc = 1;
      return;
    RESUME:;
    }
    slot = __VERIFIER_nondet_int();
    assume(slot != 0);
    full = 1;
    made = !made;
    put_event = 1;
  }
}
static void consumer(void) {
  if (c_pc == 0)
    goto ENTRY;
  goto RESUME;
ENTRY:
  while (1) {
    while (!full) {
      c_state = 2;
      c_pc = 1;
      return;
    RESUME:;
    }
    __VERIFIER_assert(slot != 0 && made != used);
    HOLDS(full = 0, full = (slot == 4711));
    used = !used;
    slot = HOLDS(0, slot);
    got_event = 1;
  }
}
static void wake(void) {
  if (p_state == 2 && got_event == 1)
    p_state = 0;
  if (c_state == 2 && put_event == 1)
    c_state = 0;
  put_event = got_event = 2;
}
int main(void) {
  do {
    while (p_state == 0 || c_state == 0) {
      if (p_state == 0 && __VERIFIER_nondet_int()) {
        p_state = 1;
        producer();
      }
      if (c_state == 0 && __VERIFIER_nondet_int()) {
        c_state = 1;
        consumer();
      }
    }
    wake();
  } while (p_state == 0 || c_state == 0);
  return 0;
}
