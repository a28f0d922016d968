// gotcha: cover --criterion branch
// verdict: complete
// Destructors run once, also when one of them ends the program; what they register runs after them.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int order, x;
static void late(void) {
  if (order == 3421) //~ true:covered false:covered
    x = 1;
}
__attribute__((destructor(150))) static void second(void) { order = order * 10 + 1; }
__attribute__((destructor(200))) static void first(void) {
  order = order * 10 + 2;
  if (x == 7) //~ true:covered false:covered
    exit(3);
  if (order > 342) //~ true:unreachable false:covered
    x = 0;
  atexit(late);
}
static void handler(void) { order = order * 10 + 4; }
static void leaves(void) {
  order = order * 10 + 3;
  if (x == 8) //~ true:covered false:covered
    exit(4);
}
int main(void) {
  x = __VERIFIER_nondet_int();
  if (x == 9) //~ true:covered false:covered
    return 0;
  atexit(handler);
  atexit(leaves);
  if (x & 1) //~ true:covered false:covered
    exit(1);
  return 0;
}
