// gotcha: verify --property assertions,no-deadlock
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
static int counter;
static void *add(void *argument) {
  int by = *(int *)argument;
  counter = counter + by;
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
