// gotcha: verify --property no-deadlock --strategy bmc --without interleavings
// verdict: true
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

/* Whoever lets the other one wait for ever is no run that counts. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *keeps(void *argument) {
  int gives_back = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  if (gives_back)
    pthread_mutex_unlock(&lock);
  __VERIFIER_assume(gives_back);
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
