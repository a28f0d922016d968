// gotcha: verify --property no-deadlock --strategy bmc --without interleavings
// verdict: false(no-deadlock)
#include <pthread.h>

/* Each holds what the next one wants. */
static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals;

static void eat(int first, int second) {
  pthread_mutex_lock(&lock[first]);
  pthread_mutex_lock(&lock[second]);
  meals++;
  pthread_mutex_unlock(&lock[second]);
  pthread_mutex_unlock(&lock[first]);
}

static void *one(void *argument) {
  eat(0, 1);
  return 0;
}

static void *two(void *argument) {
  eat(1, 2);
  return 0;
}

static void *three(void *argument) {
  eat(2, 0);
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
