// gotcha: cover
// verdict: complete
// What is blocked, what a handler blocks while it runs, and handlers for one signal.
#include <signal.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static volatile sig_atomic_t seen, times;
static void handler(int number) {
  sigset_t now;
  seen = number;
  times++;
  sigprocmask(SIG_SETMASK, NULL, &now);
  if (!sigismember(&now, number) || !sigismember(&now, SIGHUP) || sigismember(&now, SIGINT)) //~ true:unreachable false:covered
    seen = 0;
}

int main(void) {
  sigset_t set, before;
  struct sigaction action;
  int n = __VERIFIER_nondet_int();
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGKILL);
  if (sigprocmask(n, &set, &before) != 0) //~ true:covered false:covered
    return n == SIG_BLOCK || n == SIG_UNBLOCK || n == SIG_SETMASK;
  if (!sigisemptyset(&before)) //~ true:unreachable false:covered
    return 2;
  sigprocmask(SIG_UNBLOCK, NULL, &before);
  if (sigismember(&before, SIGTERM) != (n != SIG_UNBLOCK) || sigismember(&before, SIGKILL)) //~ true:unreachable false:covered
    return 3;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESETHAND;
  sigaddset(&action.sa_mask, SIGHUP);
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  if (seen != SIGUSR1 || times != 1) //~ true:unreachable false:covered
    return 4;
  sigaction(SIGUSR1, NULL, &action);
  if (action.sa_handler != SIG_DFL) //~ true:unreachable false:covered
    return 5;
  sigprocmask(SIG_SETMASK, NULL, &before);
  if (sigismember(&before, SIGUSR1) || sigismember(&before, SIGHUP)) //~ true:unreachable false:covered
    return 6;
  return 0;
}
