// gotcha: cover
// verdict: incomplete(
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* The standard input becomes a file that the program has opened itself. */
int main(void) {
  int number = open("in", O_RDONLY);
  if (number < 0) //~ covered
    return 1;
  if (dup2(number, 0) != 0) // sharing one position
    return 2;
  close(number);
  if (getchar() != 'x') //~ covered
    return 3;
  if (getchar() == 'y') //~ covered
    return 4;
  return 0;
}
