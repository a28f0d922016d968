// gotcha: verify --property assertions
// verdict: true
// The words of C23 are names in programs that declare them.
#include <assert.h>

typedef enum { false, true } bool;
static int nullptr = 3;
static int constexpr(int alignas) { return alignas + nullptr; }
struct s { int thread_local; bool alignof; };

int main(void) {
  bool b = true;
  struct s s = { 1, false };
  assert(sizeof b == 4 && b == 1 && s.alignof == 0); //~ HOLDS
  assert(constexpr(s.thread_local) == 4); //~ HOLDS
  auto x = 2;
  assert(x == 2); //~ HOLDS
  return 0;
}
