// gotcha: verify --property termination --timeout 6s
// verdict: unknown(
#include <pthread.h>

extern int somewhere(int); //~ UNKNOWN

static void *work(void *argument) {
  somewhere(1);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  pthread_join(other, 0);
  return 0;
}
