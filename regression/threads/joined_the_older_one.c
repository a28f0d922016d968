// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
// Two threads of one function, of which one is joined twice in name only.
#include <pthread.h>
static int n;
static void *work(void *argument) {
  for (int i = 0; i < 3; i++)
    n++;
  return argument;
}
static void begin(pthread_t *number) {
  pthread_create(number, 0, work, 0);
}
int main(void) {
  pthread_t a, b;
  begin(&a);
  begin(&b);
  pthread_join(a, 0);
  n++;
  return 0;
}
