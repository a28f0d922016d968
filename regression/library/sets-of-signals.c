// gotcha: cover
// verdict: complete
#include <errno.h>
#include <signal.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static volatile sig_atomic_t seen;
static void handler(int number) { seen = number; }

int main(void) {
  sigset_t set;
  int n = __VERIFIER_nondet_int();
  sigemptyset(&set);
  if (sigaddset(&set, n) != 0) //~ true:covered false:covered
    return errno == EINVAL ? 1 : 2; //~ true:covered false:unreachable
  if (sigismember(&set, n) != 1 || n < 1 || n > 64) //~ true:unreachable false:covered
    return 3;
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGKILL, &action, NULL) != -1 || sigaction(SIGUSR1, &action, &before) != 0) //~ true:unreachable false:covered
    return 4;
  if (before.sa_handler != SIG_DFL) //~ true:unreachable false:covered
    return 5;
  raise(SIGUSR1);
  if (seen != SIGUSR1) //~ true:unreachable false:covered
    return 6;
  if (sigaction(SIGUSR1, NULL, &before) != 0 || before.sa_handler != handler) //~ true:unreachable false:covered
    return 7;
  return 0;
}
