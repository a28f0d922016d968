// gotcha: verify --property assertions,no-deadlock
// verdict: true
#include <assert.h>
#include <pthread.h>
static int taken, inside;
static void enter(int *flag) {
  while (__sync_lock_test_and_set(flag, 1))
    ;
}
static void leave(int *flag) { __sync_lock_release(flag); }
static void *work(void *argument) {
  enter(&taken);
  inside++;
  assert(inside == 1);
  inside--;
  leave(&taken);
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(inside == 0);
  return 0;
}
