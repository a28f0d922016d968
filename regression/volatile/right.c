// gotcha: verify --volatile-inputs
// verdict: true
#include <assert.h>

volatile unsigned length;
static volatile int array[4];
char buffer[8];

static unsigned read(volatile unsigned *from) {
  return *from;
}

int main(void) {
  unsigned now = read(&length);
  if (now < 8)
    buffer[now] = 1; //~ HOLDS
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int here = array[i]; //~ HOLDS
    sum += here > 0;
  }
  assert(sum <= 4); //~ HOLDS
  int assigned = (array[0] = 3);
  assert(assigned == 3 && sizeof length == 4 && sizeof array[0] == 4); //~ HOLDS
  return 0;
}
