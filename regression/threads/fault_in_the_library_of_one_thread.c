// gotcha: verify --property valid-deref
// verdict: false(valid-deref)
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, *none;
static void *wrong(void *argument) {
  pthread_mutex_lock(none); //~ VIOLATED
  return argument;
}
// Between what the other thread does wrong and its end nothing is wrong here.
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wrong, 0);
  pthread_mutex_lock(&lock);   //~ HOLDS
  pthread_mutex_unlock(&lock); //~ HOLDS
  return 0;
}
