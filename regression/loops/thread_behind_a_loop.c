// gotcha: cover --strategy bmc --unwind 3
// verdict: incomplete(
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int shared;

/* Runs only in a thread, which starts behind a loop that no bound comes to the end of. */
static void *work(void *p) {
  if (shared == 1) //~ undecided
    return p;
  return 0;
}

int main(void) {
  pthread_t t;
  unsigned x = __VERIFIER_nondet_uint() | 1, n = 0;
  while (n < 5000000 || x != 77) { //~ true:covered false:undecided
    x = x * x * 1103515245u + (x >> 3) * 12345u;
    n++;
  }
  pthread_create(&t, 0, work, 0);
  return 0;
}
