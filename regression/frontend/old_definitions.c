// gotcha: verify --property assertions
// verdict: false(assertions)
// Definitions without prototypes: arguments arrive promoted; types may be left out or come from a prototype.
#include <assert.h>
int old(a, b, c, d) char a; float b; short *c; unsigned short d; { return a + (int)b + *c + d; }
double half(); 
int proto(int, double, short *, int);
int proto(a, b, c, d) int a; double b; short *c; int d; { return a + (int)b + *c + d; }
static int noint(x) { return x; }
register_old(r) register int r; { return r; }
double half(x) float x; { return x / 2; }
void fn(p, arr, cb) int *p, arr[]; int (*cb)(); { *p = arr[1] + cb(3); }
int cb(x) int x; { return x + 1; }
int mixed();
int usesmixed() { return mixed(300, 2.5f); }
int mixed(c, f) char c; float f; { return c == 44 && f == 2.5f; }
short proto2(short, float);
int main() { short s = 3; int arr[2] = {1,2}, r;
  assert(old(300, 2.7, &s, 65537) == 44 + 2 + 3 + 1);
  assert(proto(1, 2.5, &s, 4) == 10); assert(noint(4) == 4); assert(register_old(5) == 5);
  assert(half(3.0) == 1.5);
  fn(&r, arr, cb); assert(r == 6);
  assert(usesmixed());
  assert(old(300, 2.7, &s, 65537) == 300); //~ VIOLATED
  return 0;
}

