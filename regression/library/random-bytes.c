// gotcha: verify --property assertions,bounds,pointer
// verdict: unknown(depends on an indeterminate value; no test chooses what arc4random, arc4random_buf, arc4random_uniform, getentropy, getrandom give)
// What the system says is random is any value, and nothing else changes.
#include <assert.h>
#include <stddef.h>
#include <sys/random.h>
#include <unistd.h>
unsigned arc4random(void);
unsigned arc4random_uniform(unsigned);
void arc4random_buf(void *, size_t);

int main(void) {
  unsigned char bytes[8] = {0}, many[300];
  long n = getrandom(bytes + 1, 6, 0);
  assert(n == -1 || n == 6);                  //~ HOLDS
  assert(bytes[0] == 0 && bytes[7] == 0);     //~ HOLDS
  assert(bytes[3] != 7);                      //~ UNKNOWN
  assert(getentropy(many, sizeof many) != 0); //~ HOLDS
  assert(getentropy(many, 4) <= 0);           //~ HOLDS
  assert(arc4random_uniform(1) == 0);         //~ HOLDS
  assert(arc4random_uniform(10) < 10);        //~ HOLDS
  assert(arc4random() != 3);                  //~ UNKNOWN
  arc4random_buf(bytes, 4);
  assert(bytes[7] == 0); //~ HOLDS
  return 0;
}
