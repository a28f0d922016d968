// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int n;
static void *work(void *argument) {
  __VERIFIER_atomic_begin();
  n++;
  __VERIFIER_atomic_end();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  n = 5;
  pthread_join(a, 0);
  return 0;
}
