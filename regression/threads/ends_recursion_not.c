// gotcha: verify --property termination --timeout 6s
// verdict: unknown(
#include <pthread.h>

/* No state comes back, since calls nest. */
static int count(int n) {
  return n != 0 ? 1 + count(n - 1) : 0;
}

static void *work(void *argument) {
  count(-1);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  pthread_join(other, 0);
  return 0;
}
