// gotcha: verify
// verdict: true
#include <assert.h>

// Words of C23 as names of an older program.
struct thread_local { int value; };
enum constexpr { FIRST, SECOND };
union nullptr { int a; unsigned b; };
struct bool;
static int of(struct bool *p);
struct bool { int alignas, typeof_unqual; };
static int of(struct bool *p) { return p->alignas + p->typeof_unqual; }

int main(void) {
  struct thread_local x = {3};
  enum constexpr c = SECOND;
  union nullptr u = {.a = 2};
  struct bool b = {4, 5};
  assert(x.value == 3 && c == 1 && u.b == 2 && of(&b) == 9);
  return 0;
}
