// condition: long_loop.spc
// covered:
// explored: 13 14 15 16
// verdict: false(
// A loop that the analysis left after one iteration, and behind it an assertion that fails: the only execution ends there, so nothing is covered, however much was
// looked at.
#include <assert.h>

int total;

int main(void) {
  int i;
  for (i = 0; i < 1000000; i++)
    total += 1;
  assert(total == 0);
  return 0;
}
