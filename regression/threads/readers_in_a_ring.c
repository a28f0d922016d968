// gotcha: verify --property no-deadlock
// verdict: false
#include <pthread.h>
static pthread_rwlock_t one = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;
static void *up(void *argument) {
  pthread_rwlock_rdlock(&one);
  pthread_rwlock_wrlock(&other);
  pthread_rwlock_unlock(&other);
  pthread_rwlock_unlock(&one);
  return argument;
}
static void *down(void *argument) {
  pthread_rwlock_rdlock(&other);
  pthread_rwlock_wrlock(&one);
  pthread_rwlock_unlock(&one);
  pthread_rwlock_unlock(&other);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
