// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int inside, entered;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *visit(void *argument) {
  if (pthread_mutex_trylock(&lock) == 0) {
    inside = __VERIFIER_nondet_int();
    int same = inside;
    entered++;
    assert(same == inside);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, visit, 0);
  pthread_create(&b, 0, visit, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(entered == 2);
  return 0;
}
