// gotcha: verify --property assertions,no-data-race,no-deadlock
// verdict: true
#include <assert.h>
#include <threads.h>
static mtx_t lock;
static int n;
static int work(void *argument) {
  mtx_lock(&lock);
  n++;
  mtx_unlock(&lock);
  return 7;
}
int main(void) {
  thrd_t a;
  int result;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, work, 0);
  mtx_lock(&lock);
  n++;
  mtx_unlock(&lock);
  thrd_join(a, &result);
  assert(n == 2 && result == 7);
  return 0;
}
