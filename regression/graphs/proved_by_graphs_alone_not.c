// gotcha: verify --property assertions
// verdict: false(assertions)
// Whether the number is odd decides what is done with it after waits of any length; here the wrong thing.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  int odd = x & 1;
  int phase = 0;
  while (phase != 7) {
    int e = __VERIFIER_nondet_int();
    switch (phase) {
    case 0: if (odd) phase = e ? 1 : 2; else phase = 3; break;
    case 1: if (e == 3) phase = 4; break;
    case 2: if (e == 4) phase = 4; break;
    case 3: if (e == 5) phase = 5; break;
    case 4: if (e == 6) phase = 6; else if (e == 8) phase = 1; break;
    case 5: if (e == 7) phase = 6; break;
    case 6:
      if (odd) x += 2; else x += 2;
      phase = 7;
      break;
    }
  }
  assert((x & 1) == 0); //~ VIOLATED
}
