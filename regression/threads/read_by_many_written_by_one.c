// gotcha: verify --property no-data-race
// verdict: true
#include <pthread.h>
static int n, seen;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static void *reads(void *argument) {
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    int value = n;
    pthread_rwlock_unlock(&lock);
    pthread_mutex_lock(&own);
    seen = value;
    pthread_mutex_unlock(&own);
  }
  return argument;
}
static void *writes(void *argument) {
  for (;;) {
    pthread_rwlock_wrlock(&lock);
    n++;
    pthread_rwlock_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, reads, 0);
  pthread_create(&a, 0, reads, 0);
  pthread_create(&a, 0, writes, 0);
  pthread_join(a, 0);
  return 0;
}
