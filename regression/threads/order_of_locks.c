// gotcha: verify --property no-deadlock --strategy k-induction --without interleavings --without clocks
// verdict: true
#include <pthread.h>
#include <stdio.h>

/* All take the greater one behind the smaller one, as often as they like, and wait for others with nothing in their hands. */
static pthread_mutex_t small = PTHREAD_MUTEX_INITIALIZER, great = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(int n) {
  pthread_mutex_lock(&great);
  sum += n;
  pthread_mutex_unlock(&great);
}

static void *both(void *argument) {
  pthread_mutex_lock(&small);
  add(1);
  pthread_mutex_unlock(&small);
  return argument;
}

static void *one(void *argument) {
  for (int i = 0; i < 1000; i++)
    add(i);
  pthread_exit(argument);
}

int main(void) { //~ HOLDS synchronisation
  pthread_t a, b;
  for (;;) {
    pthread_create(&a, 0, both, 0);
    pthread_create(&b, 0, one, 0);
    pthread_mutex_lock(&small);
    add(2);
    pthread_mutex_unlock(&small);
    pthread_join(a, 0);
    pthread_join(b, 0);
    printf("%d\n", sum);
  }
}
