// gotcha: verify --property termination --timeout 20s
// verdict: true
#include <pthread.h>

/* How often the loop goes on depends on an input and on the other thread. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned limit;

static void *set(void *argument) {
  limit = 2;
  return 0;
}

static void *work(void *argument) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n && i < 4; i++)
    if (limit == 2)
      break;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
