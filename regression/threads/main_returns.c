// gotcha: verify --property unreach-call,no-deadlock --without threads --without clocks
// verdict: true
#include <pthread.h>
extern void reach_error(void);
static int done;
static void *work(void *argument) {
  if (done)
    reach_error(); //~ HOLDS exhaustive
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  done = 0;
  return 0; // ends the program
}
