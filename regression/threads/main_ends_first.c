// gotcha: verify --property unreach-call,no-deadlock
// verdict: false(unreach-call)
#include <pthread.h>
extern void reach_error(void);
static int done;
static void *work(void *argument) {
  if (done)
    reach_error(); //~ VIOLATED
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  done = 1;
  pthread_exit(0); // the others go on
}
