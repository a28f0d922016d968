// gotcha: verify --timeout 5s
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int n;
static void *work(void *argument) {
  int *own = argument;
  n = n + 1;
  (void)(own[1] + 1);
  own[0] = own[1] & 7;
  return argument;
}
int main(void) {
  pthread_t a, b;
  int *one = malloc(2 * sizeof *one), *other = malloc(2 * sizeof *other);
  if (!one || !other)
    return 1;
  pthread_create(&a, 0, work, one);
  pthread_create(&b, 0, work, other);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2); // updates get lost, whatever is read
  return 0;
}
