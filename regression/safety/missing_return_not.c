// gotcha: verify --property missing-return
// verdict: true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int maybe(int x) { if (x > 3) return x; } //~ HOLDS
static int ends(int x) { if (x > 3) return x; exit(1); }
static int loops(int x) { for (;;) if (x++ > 3) return x; }
static int nested(int x) { maybe(x); return 1; }
static int all(int x) { switch (x & 1) { case 0: return 1; case 1: return 2; } }
static int less(const void *a, const void *b) { if (*(int *)a < *(int *)b) return -1; return *(int *)a > *(int *)b; }

int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0, v[2] = {x, 3};
  int (*p)(int) = x & 1 ? maybe : nested;
  switch (__VERIFIER_nondet_int()) {
  case 0: maybe(x); break;
  case 1: (void)maybe(x); break;
  case 2: n = ends(x); break;
  case 3: n = nested(x); break;
  case 4: if (x > 4) n = maybe(x); break; //~ HOLDS
  case 5: p(x); n = nested(x); break;
  case 6: if (x > 8 || !(x & 1)) n = p(x); break; //~ HOLDS
  case 7: n = all(x); break; //~ HOLDS
  case 8: if (x > 0 && x < 9) n = loops(x); break;
  case 9: qsort(v, 2, sizeof *v, less); break;
  }
  return n;
}
