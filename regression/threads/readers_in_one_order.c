// gotcha: verify --property no-deadlock --without interleavings --without clocks
// verdict: true
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER, entry = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t count;
static int value, seen;
static void *write(void *argument) {
  for (int i = 0; i < 100000; i++) {
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_wrlock(&entry);
    value++;
    pthread_rwlock_unlock(&entry);
    pthread_rwlock_unlock(&table);
  }
  return argument;
}
static void *read(void *argument) {
  for (int i = 0; i < 100000; i++) {
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_rdlock(&entry);
    pthread_spin_lock(&count);
    seen += value;
    pthread_spin_unlock(&count);
    pthread_rwlock_unlock(&entry);
    pthread_rwlock_unlock(&table);
  }
  return argument;
}
int main(void) {
  pthread_t threads[4];
  pthread_spin_init(&count, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, write, 0);
  for (int i = 2; i < 4; i++)
    pthread_create(&threads[i], 0, read, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return 0;
}
