// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int z;
static void *unlocked(void *argument) {
  z = 0;
  return argument;
}
// Takes what it has, and waits for ever; the others run only if they were there before.
static void *twice(void *argument) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return argument;
}
static void *locked(void *argument) {
  pthread_mutex_lock(&m);
  z++;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, unlocked, 0);
  pthread_create(&b, 0, twice, 0);
  pthread_create(&c, 0, locked, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
