// gotcha: verify --property assertions
// verdict: true
#include <assert.h>
#include <unistd.h>

/* Whatever stands there, not more is read than there is room for. */
int main(void) {
  char to[4];
  long n = read(0, to, sizeof to);
  assert(n >= 0 && n <= 4); //~ HOLDS
  return n == 0;
}
