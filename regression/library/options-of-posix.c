// gotcha: cover
// verdict: complete
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

/* Headers redirect calls to the functions of POSIX, where options stop at the first operand, and a message is copied. */
int main(void) {
  char *v[] = {"p", "x", "-a", 0}, text[64];
  if (getopt(3, v, "a") != -1 || optind != 1) //~ true:unreachable false:covered
    return 1;
  if (strerror_r(2, text, sizeof text) != 0 || strcmp(text, "No such file or directory") != 0) //~ true:unreachable false:covered
    return 2;
  return 0;
}
