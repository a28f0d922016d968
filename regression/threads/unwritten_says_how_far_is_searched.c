// gotcha: verify --property no-data-race --timeout 5s
// verdict: unknown(depends on an indeterminate value)
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *text;
static void *work(void *argument) {
  return memchr(text, 'x', 4); // may find it at once
}
int main(void) {
  pthread_t a;
  text = malloc(4);
  if (!text)
    return 1;
  pthread_create(&a, 0, work, 0);
  text[3] = 'b';
  pthread_join(a, 0);
  return 0;
}
