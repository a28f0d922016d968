// gotcha: verify --property unreach-call,no-deadlock --without clocks
// verdict: true
#include <pthread.h>
extern void reach_error(void);
static volatile int flag, data;
static void *writer(void *argument) {
  data = 42;
  flag = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writer, 0);
  while (!flag)
    ;
  if (data != 42)
    reach_error(); //~ HOLDS exhaustive
  return 0;
}
