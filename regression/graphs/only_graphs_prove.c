// gotcha: verify --property assertions
// verdict: true
// What was chosen before a wait of any length counts after it, and no single value but the choice as a whole is kept.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int state = 0, from = 0, to = 0;
  while (1) {
    int event = __VERIFIER_nondet_int();
    switch (state) {
    case 0:
      if (event > 0) { from = event; to = event; state = 1; }
      else { from = event; to = event - 1; state = 2; }
      break;
    case 1:
      if (event == 5) state = 3;
      break;
    case 2:
      if (event == 6) state = 4;
      break;
    case 3:
      assert(from == to); //~ HOLDS arg
      state = 0;
      break;
    case 4:
      assert(from != to); //~ HOLDS arg
      state = 0;
      break;
    }
  }
}
