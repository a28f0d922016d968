// gotcha: cover --entry f --lazy-inputs --timeout 5s
// verdict: complete
// Pointers to objects of which nothing is known are equal or not.
struct unknown;
int f(struct unknown *p, struct unknown *q, void *v, void *w) {
  if (p && q && p != q) { //~ true:COVERED false:COVERED
    return 1;
  }
  if (v && w && v != w) { //~ true:COVERED false:COVERED
    return 2;
  }
  if (p && p == q) { //~ true:COVERED false:COVERED
    return 3;
  }
  return 0;
}
