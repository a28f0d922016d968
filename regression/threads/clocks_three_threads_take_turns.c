// gotcha: verify --property assertions --without interleavings --without threads --without search
// solvers: embedded (others order the events by clocks, which takes them too long)
// verdict: true
#include <assert.h>
#include <pthread.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument) {
  for (int k = 0; k < 3; k++) {
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  assert(sum == 9); //~ HOLDS
  return 0;
}
