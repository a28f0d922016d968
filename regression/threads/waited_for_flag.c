// gotcha: verify --property assertions --without interleavings
// verdict: true
// What others see of a variable without a lock is within what all of them write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *work(void *argument) {
  for (;;) {
    while (flag == 0)
      ;
    flag = 2;
  }
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  for (;;) {
    int now = flag;
    assert(now >= 0 && now <= 2); //~ HOLDS thread-modular
    flag = 1;
  }
  return 0;
}
