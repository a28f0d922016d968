// gotcha: cover --criterion branch --without bmc --without induction --without control-graph --without excursions
// verdict: incomplete
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int level;

static void enter(int by) {
  if (by > 3) //~ true:unreachable false:covered
    level = 9;
  level = by;
}

// What the library makes of a number of an argument is not known: this and what comes then may have any values, what came before may not.
static int scan(const char *text, int numbered) {
  int n = 0;
  if (level > 20) //~ true:unreachable false:covered
    return 0;
  if (sscanf(text, numbered ? "%1$d" : "%d", &n) != 1) //~ false:covered
    return 0;
  if (level > 20) //~ true:undecided false:covered
    return 1;
  return n;
}

static void leave(void) {
  if (level > 20) //~ true:undecided false:covered
    level = 0;
}

int main(void) {
  int kind = __VERIFIER_nondet_int();
  enter(1);
  if (level > 20) //~ true:unreachable false:covered
    return 1;
  enter(kind == 2 ? 2 : 3);
  int n = scan("7", kind == 1);
  if (level > 20) //~ true:undecided false:covered
    return n;
  leave();
  return 0;
}
