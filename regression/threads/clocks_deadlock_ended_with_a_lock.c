// gotcha: verify --property no-deadlock --strategy bmc --without interleavings
// verdict: false(no-deadlock)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

/* Some value lets a thread end with a lock that another one wants. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *keeps(void *argument) {
  int n = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  if (n != 4711)
    pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, keeps, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
