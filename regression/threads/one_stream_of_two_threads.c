// gotcha: verify --property no-data-race
// verdict: true
#include <pthread.h>
#include <stdio.h>
static FILE *out;
static void *work(void *argument) {
  fputc('a', out);
  return argument;
}
int main(void) {
  pthread_t a;
  out = stdout;
  pthread_create(&a, 0, work, 0);
  fputc('b', out);
  pthread_join(a, 0);
  return 0;
}
