// gotcha: verify --property assertions,no-deadlock
// verdict: false(no-deadlock)
#include <pthread.h>
static pthread_mutex_t forks[3];
static void *eat(void *argument) {
  int seat = *(int *)argument;
  pthread_mutex_lock(&forks[seat]);
  pthread_mutex_lock(&forks[(seat + 1) % 3]);
  pthread_mutex_unlock(&forks[(seat + 1) % 3]);
  pthread_mutex_unlock(&forks[seat]);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  int seats[3];
  for (int i = 0; i < 3; i++) {
    pthread_mutex_init(&forks[i], 0);
    seats[i] = i;
  }
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, eat, &seats[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
