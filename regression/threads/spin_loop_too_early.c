// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
#include <pthread.h>
extern void reach_error(void);
static volatile int flag, data;
static void *writer(void *argument) {
  flag = 1;
  data = 42;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writer, 0);
  while (!flag)
    ;
  if (data != 42)
    reach_error(); //~ VIOLATED
  return 0;
}
