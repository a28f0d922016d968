// gotcha: verify --property assertions,no-deadlock
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
static int taken, inside;
static void enter(int *flag) {
  while (*flag)
    ;
  *flag = 1;
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
