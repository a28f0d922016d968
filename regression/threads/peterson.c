// gotcha: verify --property assertions --without clocks
// verdict: true
#include <assert.h>
#include <pthread.h>
static int wants[2], turn, inside;
static void *work(void *argument) {
  int own = argument != 0;
  wants[own] = 1;
  turn = 1 - own;
  while (wants[1 - own] && turn == 1 - own)
    ;
  inside++;
  assert(inside == 1); //~ HOLDS exhaustive
  inside--;
  wants[own] = 0;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, &a);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
