// gotcha: cover
// verdict: incomplete(
// goals: 6 covered: 4 unreachable: 0 undecided: 2
#include <stdio.h>
#include <unistd.h>

/* The standard input of a test is a file, in which the program may go back. A file does not change meanwhile. */
int main(void) {
  char bytes[2];
  if (read(0, bytes, 1) != 1) //~ covered
    return 3;
  lseek(0, 0, SEEK_SET);
  if (read(0, bytes + 1, 1) != 1) //~ true:undecided false:covered
    return 2;
  if (bytes[0] == 'x' && bytes[1] == 'y') //~ true:undecided false:covered
    return 1;
  return 0;
}
