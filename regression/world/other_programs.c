// gotcha: cover
// verdict: incomplete(
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

/* No file of a test can be executed, and there is no child to wait for. Of programs elsewhere nobody knows whether they are there. */
int main(int argc, char **argv) {
  int status;
  if (argc < 2) { //~ covered
    execl("./here", "here", (char *)0);
    if (errno == ENOENT) //~ covered
      return 1;
    if (errno == EACCES) //~ true:covered false:undecided
      return 2;
    return 3;
  }
  if (wait(&status) < 0 && errno == ECHILD) { //~ true:covered false:undecided
    execvp("", argv);
    if (errno != ENOENT) //~ true:undecided false:covered
      return 4;
    execvp("ls", argv);
    if (errno) //~ true:undecided false:unreachable
      return 5;
  }
  return 6;
}
