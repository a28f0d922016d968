// gotcha: verify --property no-deadlock --timeout 5s
// verdict: false(no-deadlock)
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *unwritten, copy;
static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  copy = *unwritten;
  pthread_mutex_lock(&lock);
  return argument;
}
int main(void) {
  pthread_t thread;
  unwritten = malloc(sizeof *unwritten);
  if (!unwritten)
    return 1;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
