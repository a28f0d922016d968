// gotcha: cover
// verdict: incomplete
// Calls that give up privileges touch no file, and whether they work matters only to those who look.
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
  volatile double x = 256.0;
  setregid(getgid(), getgid());
  umask(022);
  errno = 0;
  x = pow(x, 3.0);
  if (argc > 1) //~ covered
    return 3;
  if (getchar() == 'a') //~ covered
    return 4;
  if (umask(077) != 022) //~ false:covered
    return 5;
  if (setuid(getuid()) != 0) //~ undecided
    return 6;
  return 0;
}
