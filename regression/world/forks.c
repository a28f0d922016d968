// gotcha: cover
// verdict: incomplete(unsupported: a call of fork
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int child(void) {
  if (getchar() == 'a') //~ undecided
    return 1;
  return 0;
}

/* Processes are not followed: what lies behind says so. */
int main(int argc, char **argv) {
  int status;
  if (argc > 1) { //~ covered
    int process = fork();
    if (process == 0) //~ undecided
      return child();
    if (waitpid(process, &status, 0) < 0) //~ undecided
      return 7;
  }
  return 0;
}
