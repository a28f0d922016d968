// gotcha: verify --property no-deadlock --strategy bmc --without interleavings
// verdict: true
#include <pthread.h>
#include <semaphore.h>

/* As many are taken as there are. */
static sem_t items, room;
static int box;

static void *producer(void *argument) {
  for (int i = 0; i < 2; i++) {
    sem_wait(&room);
    box = i;
    sem_post(&items);
  }
  return 0;
}

int main(void) {
  pthread_t a;
  sem_init(&items, 0, 0);
  sem_init(&room, 0, 1);
  pthread_create(&a, 0, producer, 0);
  for (int i = 0; i < 2; i++) {
    sem_wait(&items);
    sem_post(&room);
  }
  pthread_join(a, 0);
  return 0;
}
