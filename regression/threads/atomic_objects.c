// gotcha: verify --property assertions,no-data-race
// verdict: true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static _Atomic unsigned m;
static int k;
static void *increment(void *argument) {
  atomic_fetch_add(&n, 1);
  m++;
  m += 2;
  __sync_fetch_and_add(&k, 1);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  assert(m == 6);
  assert(k == 2);
  return 0;
}
