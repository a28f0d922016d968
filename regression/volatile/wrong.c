// gotcha: verify --volatile-inputs
// verdict: false(assertions)
#include <assert.h>

volatile unsigned length;
char buffer[8];

int main(void) {
  if (length < 8)
    buffer[length] = 1; //~ VIOLATED
  length = 2;
  assert(length == 2); //~ VIOLATED
  length += 1;
  return 0;
}
