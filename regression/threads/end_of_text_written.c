// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
#include <string.h>
static char text[2][4];
static void *work(void *argument) {
  return (void *)strlen(text[0]);
}
int main(void) {
  pthread_t a;
  text[0][0] = 'a';
  pthread_create(&a, 0, work, 0);
  text[0][1] = 0; // where the search ends
  pthread_join(a, 0);
  return 0;
}
