// gotcha: verify --property assertions,no-deadlock
// verdict: true
#include <pthread.h>
static pthread_mutex_t forks[2];
static void *eat(void *argument) {
  int seat = *(int *)argument;
  int low = seat == 1 ? 0 : seat, high = seat == 1 ? 1 : seat + 1;
  pthread_mutex_lock(&forks[low]);
  pthread_mutex_lock(&forks[high]);
  pthread_mutex_unlock(&forks[high]);
  pthread_mutex_unlock(&forks[low]);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  int seats[2];
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&forks[i], 0);
    seats[i] = i;
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, eat, &seats[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
