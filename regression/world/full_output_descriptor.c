// gotcha: cover --failures 1
// verdict: incomplete(
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat about;
  if (fstat(1, &about) == 0 && S_ISCHR(about.st_mode)) { //~ covered
    if (isatty(1)) //~ true:undecided false:covered
      return 1;
    if (lseek(1, 0, SEEK_CUR) < 0) //~ true:undecided false:covered
      return 2;
    if (write(1, "x", 1) == 1) //~ true:undecided false:covered
      return 3;
    return 4;
  }
  if (write(1, "x", 1) < 0) //~ true:undecided false:covered
    return 5;
  return 0;
}
