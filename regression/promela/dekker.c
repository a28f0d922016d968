// gotcha: verify --property assertions,no-deadlock
// verdict: true
#include <assert.h>
#include <pthread.h>
static int first_wants, second_wants, turn, inside;
static void *first(void *argument) {
  first_wants = 1;
  while (second_wants)
    if (turn != 0) {
      first_wants = 0;
      while (turn != 0)
        ;
      first_wants = 1;
    }
  inside++;
  assert(inside == 1);
  inside--;
  turn = 1;
  first_wants = 0;
  return 0;
}
static void *second(void *argument) {
  second_wants = 1;
  while (first_wants)
    if (turn != 1) {
      second_wants = 0;
      while (turn != 1)
        ;
      second_wants = 1;
    }
  inside++;
  assert(inside == 1);
  inside--;
  turn = 0;
  second_wants = 0;
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
