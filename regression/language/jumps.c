// gotcha: cover --criterion branch
// verdict: complete
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);

static jmp_buf where;
static void check(int x) {
  if (x > 1000) //~ covered
    longjmp(where, x == 4321 ? 7 : 0); //~ covered
}
static int through(int (*f)(int), int x) { return f(x) + 1; }
static int half(int x) {
  check(x);
  return x / 2;
}

int main(void) {
  int x = __VERIFIER_nondet_int(), steps = 0;
  volatile int kept = 1;
  int code = setjmp(where);
  if (code == 7) //~ true:covered false:covered
    return kept == 5; 
  if (code == 1) { //~ true:covered false:covered
    if (kept != 5) //~ true:unreachable false:covered
      return 2;
    if (x <= 1000) //~ true:unreachable false:covered
      return 3;
    return 4;
  }
  if (code != 0) //~ true:unreachable false:covered
    return 5;
  kept = 5;
  steps = through(half, x);
  if (x > 1000) //~ true:unreachable false:covered
    return 6;
  return steps;
}
