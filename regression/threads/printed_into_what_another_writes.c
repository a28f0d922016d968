// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
#include <stdio.h>
static char text[8];
static void *work(void *argument) {
  snprintf(text, sizeof text, "%d", 3);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  text[1] = 3;
  pthread_join(a, 0);
  return 0;
}
