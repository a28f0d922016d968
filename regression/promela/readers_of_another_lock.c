// gotcha: verify --property assertions,no-deadlock
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;
static int low, high;
static void *reader(void *argument) {
  pthread_rwlock_rdlock(&other);
  assert(low == high);
  pthread_rwlock_unlock(&other);
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
  pthread_t threads[3];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, writer, 0);
  pthread_create(&threads[2], 0, reader, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
