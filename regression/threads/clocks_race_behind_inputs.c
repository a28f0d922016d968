// gotcha: verify --property no-data-race --without interleavings --without threads --without search
// verdict: true
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n % 1000 == 77);
  if (n == 123078)
    data = n;
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return data;
}
