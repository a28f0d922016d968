// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *text;
static void *work(void *argument) {
  strcpy(text, "ab");
  return argument;
}
int main(void) {
  pthread_t a, b;
  text = malloc(4);
  if (!text)
    return 1;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
