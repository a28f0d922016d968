// gotcha: verify --property assertions,no-deadlock
// verdict: true
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low, high;
static void *reader(void *argument) {
  pthread_rwlock_rdlock(&lock);
  assert(low == high);
  pthread_rwlock_unlock(&lock);
  return 0;
}
static void *writer(void *argument) {
  pthread_rwlock_wrlock(&lock);
  low++;
  high++;
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, writer, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
