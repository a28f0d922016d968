// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
#include <string.h>
static char text[4] = "a", other[4] = "b";
static volatile int result;
static void *work(void *argument) {
  result = memcmp(text, other, 3);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  text[2] = 'b'; // behind the first difference, but blocks are compared as a whole
  pthread_join(a, 0);
  return 0;
}
