// gotcha: cover
// verdict: incomplete(
#include <errno.h>
#include <stdlib.h>

int main(void) {
  char *end;
  errno = 0;
  const char *text = "-12.5e1x";
  if (strtold(text, &end) != -125 || *end != 'x' || errno) //~ true:unreachable false:covered
    return 1;
  if (strtold("0x1p-3", &end) != 0.125 || *end || errno) //~ true:unreachable false:covered
    return 2;
  text = "none";
  if (strtold(text, &end) != 0 || end != text) //~ true:unreachable false:covered
    return 3;
  /* Between two numbers: its digits are not computed. */
  long double tenth = strtold("0.1", &end);
  if (*end || errno) //~ true:unreachable false:covered
    return 4;
  if (tenth == 0.1L) //~ undecided
    errno = 1;
  errno = 0;
  /* Too large for a double. */
  strtold("1e4000", &end);
  if (*end) //~ true:unreachable
    return 5;
  if (errno) //~ undecided
    return 6;
  return 0;
}
