// gotcha: verify --property assertions,no-deadlock
// verdict: true
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
// The end of main ends the thread that waits, whatever would come behind.
static sem_t ready, never;
static unsigned char small = 255;
static signed char narrow = 127;
static void *work(void *argument) {
  small++;
  narrow++;
  sem_post(&ready);
  sem_wait(&never);
  assert(0);
  return 0;
}
int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  sem_init(&never, 0, 0);
  pthread_create(&thread, 0, work, 0);
  sem_wait(&ready);
  assert(small == 0 && narrow == -128);
  return 0;
}
