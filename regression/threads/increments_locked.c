// gotcha: verify --property assertions,no-data-race,no-deadlock --without clocks
// verdict: true
#include <assert.h>
#include <pthread.h>
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *increment(void *argument) {
  pthread_mutex_lock(&lock);
  n++;
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2); //~ HOLDS exhaustive
  return 0;
}
