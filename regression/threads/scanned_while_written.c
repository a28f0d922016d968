// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
#include <stdio.h>
static int n;
static void *work(void *argument) {
  scanf("%d", &n);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  n = 1;
  pthread_join(a, 0);
  return 0;
}
