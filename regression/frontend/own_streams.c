// gotcha: verify --property assertions
// verdict: false(assertions)
// with: own_streams_of_the_library.c
// A program that defines a stream itself, as C libraries do; the others are those of the library.
#include <assert.h>
#include <stdio.h>
struct own { int opened; };
extern struct own first;
int main(void) {
  assert((void *)stderr == (void *)&first); //~ HOLDS
  fprintf(stdout, "%d", first.opened);
  assert(stdout == stdin); //~ VIOLATED
  return 0;
}
