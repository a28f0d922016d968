// gotcha: verify --property assertions
// verdict: false(
#include <assert.h>
#include <stdio.h>

/* Names may lead to the same file, to none, or to one that no test can make. */
int main(void) {
  FILE *a = fopen("a", "r"), *b = fopen("b", "r"), *c = fopen("/etc/passwd", "r");
  if (!a || !b)
    return 1;
  assert(fgetc(a) != fgetc(b)); //~ VIOLATED
  assert(!c); //~ UNKNOWN
  return 0;
}
