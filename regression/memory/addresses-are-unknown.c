// gotcha: verify --property unreach-call
// verdict: unknown
#include <stdint.h>
extern void reach_error(void);
int a, b;
int main(void) {
  /* Where the objects are is nobody's to know. */
  if ((uintptr_t)&a < 0x10000)
    reach_error();
  return 0;
}
