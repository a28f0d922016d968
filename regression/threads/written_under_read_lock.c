// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
static int n;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *writes(void *argument) {
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    n++;
    pthread_rwlock_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writes, 0);
  pthread_create(&a, 0, writes, 0);
  pthread_join(a, 0);
  return 0;
}
