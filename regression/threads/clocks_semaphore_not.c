// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static sem_t turn;
static int data;

static void *give(void *argument) {
  data = __VERIFIER_nondet_int() & 0xffff;
  sem_post(&turn);
  return 0;
}

int main(void) {
  pthread_t a;
  sem_init(&turn, 0, 1);
  data = -1;
  pthread_create(&a, 0, give, 0);
  sem_wait(&turn);
  assert(data >= 0);
  return 0;
}
