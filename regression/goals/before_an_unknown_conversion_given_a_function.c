// gotcha: cover --criterion branch --without bmc --without induction --without control-graph --without excursions
// verdict: incomplete
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int level;

// Somebody who is given its address may call it at any time, and with it what it calls.
static void helper(int by) {
  if (by > 3) //~ true:undecided false:covered
    level = 9;
  level = by;
}

static void enter(int by) {
  if (level > 20) //~ true:undecided false:covered
    return;
  helper(by);
}

static void (*at_end)(int) = enter;

static int scan(const char *text, int numbered) {
  int n = 0;
  if (level > 20) //~ true:undecided false:covered
    return 0;
  if (sscanf(text, numbered ? "%1$d" : "%d", &n) != 1) //~ false:covered
    return 0;
  return n;
}

int main(void) {
  int kind = __VERIFIER_nondet_int();
  at_end(1);
  if (level > 20) //~ true:unreachable false:covered
    return 1;
  for (int i = 0; i < 2; i++)
    // The second time is behind the first.
    scan("7", kind == 1);
  return 0;
}
