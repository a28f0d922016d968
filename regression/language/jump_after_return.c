// gotcha: cover --criterion branch
// verdict: incomplete(
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf where;
static int save(void) { return setjmp(where); }
int main(void) {
  int x = save();
  if (__VERIFIER_nondet_int() == 3) //~ true:covered false:covered
    longjmp(where, 1);
  if (x == 1) //~ true:undecided false:covered
    return 1;
  return 0;
}
