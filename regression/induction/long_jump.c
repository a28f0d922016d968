// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// A loop that goes back with longjmp.
#include <setjmp.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
static jmp_buf env;
static unsigned x, n;

int main(void) {
  n = __VERIFIER_nondet_ushort();
  setjmp(env);
  if (n > 0) {
    n--;
    x++;
    longjmp(env, 1);
  }
  if (x * 3 == 37035) //~ true:undecided
    return 1;
  return 0;
}
