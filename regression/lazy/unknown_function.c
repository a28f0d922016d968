// gotcha: cover --entry f --lazy-inputs --timeout 5s
// verdict: incomplete(unsupported: a call of an unknown function that a pointer among the inputs leads to (unknown_function.c:10))
// Nobody knows what a function does that the caller gives.
static int twice(int x) { return 2 * x; }
int (*known)(int) = twice;
int f(int (*call)(int), int x) {
  if (!call) { //~ true:COVERED false:COVERED
    return 0;
  }
  int r = call(x);
  if (r == 7) { //~ true:UNDECIDED false:COVERED
    return 1;
  }
  if (call == twice && r == 6) { //~ true:COVERED false:COVERED
    return 2;
  }
  return 3;
}
