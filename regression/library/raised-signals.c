// gotcha: cover
// verdict: complete
#include <signal.h>
extern int __VERIFIER_nondet_int(void);

static volatile sig_atomic_t seen;
static void handler(int number) { seen = number; }

int main(void) {
  signal(SIGUSR1, handler);
  signal(SIGUSR2, SIG_IGN);
  int n = __VERIFIER_nondet_int();
  if (n != SIGUSR1 && n != SIGUSR2 && n != SIGTERM) //~ true:covered false:covered
    return 0;
  raise(n);
  if (n == SIGTERM) //~ true:unreachable false:covered
    return 1;
  if (seen == SIGUSR1) { //~ true:covered false:covered
    if (n == SIGUSR2) //~ true:unreachable false:covered
      return 2;
    return 3;
  }
  return 4;
}
