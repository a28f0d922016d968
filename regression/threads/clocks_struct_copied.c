// gotcha: verify --property assertions,no-data-race --strategy bmc --without interleavings
// verdict: true
// proof: clocks
#include <assert.h>
#include <pthread.h>

/* A struct is copied from one shared object to another: before the other thread fills it, or after that. */
struct three {
  char a;
  long b;
  short c[2];
};
static struct three first, second;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *argument) {
  struct three own = {1, 2, {3, 4}};
  pthread_mutex_lock(&lock);
  first = own;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *copy(void *argument) {
  pthread_mutex_lock(&lock);
  second = first;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, fill, 0);
  pthread_create(&b, 0, copy, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(second.a + second.b + second.c[0] + second.c[1] == 0 || (second.a == 1 && second.b == 2 && second.c[0] == 3 && second.c[1] == 4));
  return 0;
}
