// gotcha: verify --property no-data-race
// verdict: true
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
  text[1][0] = 'b'; // behind what is read
  pthread_join(a, 0);
  return 0;
}
