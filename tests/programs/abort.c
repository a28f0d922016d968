/* Ends in a failed assertion. */
#include <assert.h>
extern void observe(long long);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int check(int x) { assert(x > 0); return x; }
int main(void) {
  observe(__VERIFIER_nondet_uchar());
  observe(check(1));
  observe(check(0));
  return 0;
}
