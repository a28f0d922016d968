// gotcha: verify --property assertions,no-data-race --strategy bmc --without interleavings
// verdict: true
#include <assert.h>
#include <pthread.h>

/* Two threads swap shared pointers, which never lead to the same variable. */
static int x = 1, y = 2;
static int *first = &x, *second = &y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *swap(void *argument) {
  pthread_mutex_lock(&lock);
  int *old = first;
  first = second;
  second = old;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, swap, 0);
  pthread_create(&b, 0, swap, 0);
  pthread_mutex_lock(&lock);
  assert(first != second && *first + *second == 3);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(*first == 1);
  return 0;
}
