// gotcha: verify --property unreach-call
// verdict: unknown
#include <stdint.h>
extern void reach_error(void);
int a, b;
int main(void) {
  if ((uintptr_t)&a > (uintptr_t)&b)
    reach_error();
  return 0;
}
