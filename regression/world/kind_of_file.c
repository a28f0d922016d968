// gotcha: cover
// verdict: incomplete(
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* The operand of a test is a regular file, one of two directories, or it is not there. Elsewhere it may be of any kind. */
int main(int argc, char **argv) {
  struct stat status;
  if (argc != 2) //~ covered
    return 1;
  if (stat(argv[1], &status) != 0) //~ covered
    return errno == ENOENT ? 2 : 3; //~ true:covered false:undecided
  if (S_ISDIR(status.st_mode)) //~ covered
    return 4;
  if (!S_ISREG(status.st_mode)) //~ true:undecided false:covered
    return 5;
  if (access(argv[1], R_OK) != 0) //~ true:undecided false:covered
    return 6;
  if (access(argv[1], X_OK) == 0) //~ true:undecided false:covered
    return 7;
  return 0;
}
