// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *work(void *argument) {
  for (;;) {
    while (flag == 0)
      ;
    flag++;
  }
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  for (;;) {
    int now = flag;
    assert(now >= 0 && now <= 2); //~ VIOLATED
    flag = 1;
  }
  return 0;
}
