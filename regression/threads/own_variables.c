// gotcha: verify --property assertions,no-data-race
// verdict: true
#include <assert.h>
#include <pthread.h>
static _Thread_local int own = 3;
static void *work(void *argument) {
  assert(own == 3);
  own++;
  assert(own == 4);
  return argument;
}
int main(void) {
  pthread_t a, b;
  own = 9;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(own == 9);
  return 0;
}
