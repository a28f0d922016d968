// gotcha: verify --property no-data-race
// verdict: false
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int sum;
static void *add(void *argument) {
  sum++;
  return argument;
}
static void *rest(void *argument) {
  return argument;
}
/* Which number is kept, and so who is joined, is open. */
int main(void) {
  pthread_t threads[2];
  int at = __VERIFIER_nondet_int() ? 0 : 1;
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[at], 0, rest, 0);
  pthread_join(threads[0], 0);
  return sum;
}
