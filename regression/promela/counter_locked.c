// gotcha: verify --property assertions,no-deadlock
// verdict: true
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *add(void *argument) {
  int by = *(int *)argument;
  pthread_mutex_lock(&lock);
  counter = counter + by;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t first, second;
  int one = 1, two = 2;
  pthread_create(&first, 0, add, &one);
  pthread_create(&second, 0, add, &two);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 3);
  return 0;
}
