// gotcha: cover --failures 1
// verdict: incomplete(
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* The standard input may be a directory. */
int main(void) {
  char bytes[4];
  struct stat about;
  if (read(0, bytes, 4) < 0 && errno == EISDIR) //~ covered
    return 1;
  if (fstat(0, &about) == 0 && S_ISDIR(about.st_mode)) //~ true:undecided false:covered
    return 2;
  return 0;
}
