// gotcha: cover
// verdict: complete
#include <sys/sysmacros.h>
#include <sys/types.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  dev_t device = makedev(a, b);
  if (major(device) != a || minor(device) != b) //~ true:unreachable false:covered
    return 1;
  if (device == 0x1200000456789 && a > 0xfff) //~ covered
    return 2;
  return 0;
}
