// gotcha: verify --property valid-memsafety
// verdict: false(valid-memtrack)
// unseen by sanitizers: the program does not end
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *kept = malloc(sizeof *kept), *lost = malloc(sizeof *lost);
  if (!kept || !lost)
    return 0;
  *lost = 1;
  lost = 0;
  while (1) { //~ VIOLATED
    *kept = __VERIFIER_nondet_int();
    if (*kept == 3)
      *kept = 4;
  }
  return 0;
}
