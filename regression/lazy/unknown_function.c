// gotcha: cover --entry f --lazy-inputs --timeout 5s
// verdict: incomplete(unsupported: a call of an unknown function that a pointer among the inputs leads to (unknown_function.c:
// Nobody knows what a function does that the caller gives; tests give one that comes back with inputs and does nothing else.
static int twice(int x) { return 2 * x; }
int (*known)(int) = twice;
static int changed;
int f(int (*call)(int), int x) {
  if (!call) { //~ true:COVERED false:COVERED
    return 0;
  }
  changed = 0;
  int r = call(x);
  if (changed) { //~ true:UNDECIDED false:COVERED
    return 4;
  }
  if (r == 7) { //~ true:COVERED false:COVERED
    return 1;
  }
  if (call == twice && r == 6) { //~ true:COVERED false:COVERED
    return 2;
  }
  return 3;
}
