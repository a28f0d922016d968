// gotcha: verify --property assertions,no-deadlock,no-data-race
// verdict: true
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t ready;
static pthread_barrier_t both;
static int x, y;
static void *work(void *argument) {
  x = 1;
  sem_post(&ready);
  pthread_barrier_wait(&both);
  assert(y == 2);
  return argument;
}
int main(void) {
  pthread_t a;
  sem_init(&ready, 0, 0);
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&a, 0, work, 0);
  sem_wait(&ready);
  assert(x == 1);
  y = 2;
  pthread_barrier_wait(&both);
  pthread_join(a, 0);
  return 0;
}
