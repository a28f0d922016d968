// gotcha: cover --entry f --lazy-inputs --timeout 5s
// verdict: incomplete(unsupported: dereference of an indeterminate pointer (union_pointer.c:9:3))
// Where a pointer in a union leads no test can say.
union both { int *p; long bits; };
int f(union both u, int x) {
  if (x != 1) { //~ true:COVERED false:COVERED
    return 0;
  }
  if (*u.p == 5) { //~ true:UNDECIDED false:UNDECIDED
    return 1;
  }
  return 2;
}
