// gotcha: cover --timeout 12s
// verdict: incomplete(
#include <errno.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* How much there is to read, and that neither files nor pipes are terminals. */
int main(void) {
  char c;
  int left = -1;
  struct winsize window;
  struct termios state;
  if (read(0, &c, 1) != 1) //~ covered
    return 1;
  if (ioctl(0, FIONREAD, &left) != 0) //~ true:undecided false:covered
    return 2;
  if (left == 3) //~ covered
    return 3;
  if (lseek(0, 0, SEEK_CUR) != 1) //~ true:undecided false:covered
    return 4;
  if (ioctl(1, TIOCGWINSZ, &window) == 0 || errno != ENOTTY) //~ true:undecided false:covered
    return 5;
  errno = 0;
  if (tcgetattr(0, &state) == 0 || errno != ENOTTY) //~ true:undecided false:covered
    return 6;
  if (lseek(1, 0, SEEK_CUR) >= 0 || errno != ESPIPE) //~ true:undecided false:covered
    return 7;
  return 0;
}
