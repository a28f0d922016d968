// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };
struct outer { struct pair x; int list[3]; union { int u; char c; }; struct pair y; };
static struct outer fixed = { 1, .list = { [2] = 5, [0] = 3 }, .c = 9, .y.b = 4, };
static int ranges[] = { [2 ... 4] = 7, [3] = 1, 9 };
static struct { int n; int *p; char s[]; } flexible = { 3, &fixed.y.b, "tail" };
static int calls;
static int next(void) { return ++calls; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(fixed.x.a == 1 && fixed.list[2] == 5 && fixed.u == 9 && fixed.y.a == 0); //~ HOLDS
  assert(sizeof ranges == 20 && ranges[2] == 7 && ranges[3] == 1 && ranges[4] == 9); //~ HOLDS
  assert(*flexible.p == 4 && flexible.s[3] == 'l' && flexible.s[4] == 0); //~ HOLDS
  struct outer o = { .x = { x, 1 }, .y = fixed.y, .x.b = x, .list = { 1, x }, .u = x };
  assert(o.x.a == o.x.b && o.list[1] == o.u && o.list[2] == 0 && o.y.b == 4); //~ HOLDS
  assert(o.u != 77); //~ VIOLATED
  // What is replaced is not evaluated, and leaves nothing behind.
  struct pair p = { .b = next(), .a = 2, .b = 3 };
  struct outer q = { .x = fixed.x, .x.b = 7 };
  assert(calls == 0 && p.b == 3 && q.x.a == 0 && q.x.b == 7); //~ HOLDS
  int shared[4] = { [0 ... 2] = next() };
  assert(calls == 1 && shared[0] == 1 && shared[2] == 1 && shared[3] == 0); //~ HOLDS
  int *literal = (int[]){ x, x + 1 };
  literal[0]++;
  assert(literal[0] == literal[1] || x == 0x7fffffff); //~ HOLDS
  return 0;
}
