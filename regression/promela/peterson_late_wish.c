// gotcha: verify --property assertions,no-deadlock
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
// Who says whose turn it is before it says that it wants to, may come in second.
static int wants[2], turn, inside;
static void *work(void *argument) {
  int own = (int)(long)argument;
  turn = 1 - own;
  wants[own] = 1;
  while (wants[1 - own] && turn == 1 - own)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  wants[own] = 0;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, (void *)(long)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
