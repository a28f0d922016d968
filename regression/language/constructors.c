// gotcha: cover --criterion branch
// verdict: complete
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static int order, x;
__attribute__((constructor)) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }
__attribute__((destructor)) static void last(void) {
  if (order == 1243) //~ true:unreachable false:covered
    x = 0;
  if (order == 1234 && x == 9) //~ covered
    x = 1;
}
static void third(void) { order = order * 10 + 3; }
static void fourth(void) { order = order * 10 + 4; }
int main(void) {
  x = __VERIFIER_nondet_int();
  if (order != 12) //~ true:unreachable false:covered
    return 1;
  atexit(fourth);
  atexit(third);
  if (x == 5) //~ true:covered false:covered
    _exit(0);
  if (x == 9) //~ true:covered false:covered
    exit(0);
  return 0;
}
