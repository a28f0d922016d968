// gotcha: verify --property no-deadlock
// verdict: false
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Who has it ends. */
static void *keep(void *argument) {
  pthread_mutex_trylock(&lock);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, keep, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
