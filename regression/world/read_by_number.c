// gotcha: verify --property assertions
// verdict: unknown(
#include <assert.h>
#include <unistd.h>

/* Whatever stands there, not more is read than there is room for. It may be closed. */
int main(void) {
  char to[4];
  long n = read(0, to, sizeof to);
  assert(n <= 4); //~ HOLDS
  assert(n >= 0); //~ UNKNOWN
  return n == 0;
}
