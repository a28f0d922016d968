// gotcha: cover
// verdict: incomplete(
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Of a file that is there and one that is not, with flags that decide more than whether it is read. */
int main(void) {
  char byte;
  if (open("a", O_RDONLY | O_DIRECTORY) >= 0) //~ true:undecided false:covered
    return 1;
  int missing = errno == ENOENT, other = errno != ENOENT && errno != ENOTDIR;
  if (other) //~ true:undecided false:covered
    return 2;
  if (open("a", O_WRONLY | O_CREAT | O_EXCL, 0600) >= 0) { //~ covered
    if (!missing) //~ true:undecided false:covered
      return 3;
    return 0;
  }
  if (errno == EEXIST && missing) //~ true:undecided false:covered
    return 4;
  int number = open("a", O_WRONLY | O_APPEND);
  if (number < 0) //~ true:undecided false:covered
    return 5;
  if (read(number, &byte, 1) >= 0) //~ true:undecided false:covered
    return 6;
  if (errno != EBADF) //~ true:undecided false:covered
    return 7;
  /* It is emptied, although it is only read. */
  number = open("a", O_RDONLY | O_TRUNC);
  if (read(number, &byte, 1) == 1 && byte == 'x') //~ undecided
    return 8;
  return 9;
}
