// gotcha: verify --property missing-return
// verdict: false(missing-return)
// unseen by sanitizers: gcc and clang check this for C++ alone
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int maybe(int x) { if (x > 3) return x; } //~ HOLDS
static int always(int x) { if (x > 3) return x; else return 3; }
static int ends(int x) { if (x > 3) return x; exit(1); }
static int nested(int x) { maybe(x); return 1; }
static int through(int x) { return maybe(x); } //~ VIOLATED
struct s { int a, b; };
static struct s record(int x) { struct s r = {1, 2}; if (x) return r; }
static int less(const void *a, const void *b) { if (*(int*)a < *(int*)b) return -1; if (*(int*)a > *(int *)b) return 1; } //~ VIOLATED
int main(void) {
  int k = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), n = 0;
  int (*p)(int) = x & 1 ? maybe : always;
  switch (k) {
  case 0: n = maybe(x); break; //~ VIOLATED
  case 1: maybe(x); break;
  case 2: n = always(x); break;
  case 3: n = ends(x); break;
  case 4: n = nested(x); break;
  case 5: n = through(x); break;
  case 6: n = p(x); break; //~ VIOLATED
  case 7: p(x); n = nested(x); break;
  case 8: n = record(x).b; break; //~ VIOLATED
  case 9: (void)maybe(x), n = 4; break;
  case 10: if (x > 4) n = maybe(x); break; //~ HOLDS
  case 11: n = (x & 1) == 0 && p(x); break; //~ HOLDS
  case 12: { int v[2] = {1, 2}; v[0] = x; qsort(v, 2, sizeof *v, less); break; }
  }
  return n;
}
