// gotcha: verify --property no-deadlock,assertions
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
static int ready[2];
static void *set(void *argument) {
  ready[(long)argument] = 1;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, set, (void *)i);
  for (int i = 0; i < 1; i++)
    pthread_join(threads[i], 0);
  assert(ready[0] + ready[1] == 2); //~ VIOLATED
  return 0;
}
